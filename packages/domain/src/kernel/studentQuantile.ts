/** The coefficients of Lanczos' approximation with g = 7 and nine terms, which is exact to some 15 digits. */
const lanczos: ReadonlyArray<number> = [
  0.99999999999980993,
  676.5203681218851,
  -1259.1392167224028,
  771.32342877765313,
  -176.61502916214059,
  12.507343278686905,
  -0.13857109526572012,
  9.9843695780195716e-6,
  1.5056327351493116e-7
]

/** The logarithm of the gamma function (C. Lanczos, SIAM Journal on Numerical Analysis 1, 1964), for `x` from 0.5 on. */
const logGamma = (x: number): number => {
  const base = x + 6.5
  const sum = lanczos.reduce((sum, coefficient, at) => at === 0 ? coefficient : sum + coefficient / (x - 1 + at))
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(sum)
}

const termsMax = 500
const precision = 1e-13

/** The continued fraction of the incomplete beta function, by the method of Lentz. Converges fast below (a + 1) / (a + b + 2). */
const betaFraction = (x: number, a: number, b: number): number => {
  let [above, below] = [1, 1 / (1 - ((a + b) * x) / (a + 1))]
  let fraction = below
  for (let m = 1; m <= termsMax; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    below = 1 / (1 + even * below)
    above = 1 + even / above
    fraction *= above * below
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    below = 1 / (1 + odd * below)
    above = 1 + odd / above
    const step = above * below
    fraction *= step
    if (Math.abs(step - 1) < precision) break
  }
  return fraction
}

/** The regularised incomplete beta function I_x(a, b). */
const incompleteBeta = (x: number, a: number, b: number): number => {
  const power = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x))
  return x < (a + 1) / (a + b + 2)
    ? (power * betaFraction(x, a, b)) / a
    : 1 - (power * betaFraction(1 - x, b, a)) / b
}

/**
 * The two-sided 95 % point of Student's t distribution (Student, "The probable error of a mean", Biometrika 6, 1908): a
 * variable with so many `degrees` of freedom, at least 1 and not necessarily whole, is further from 0 once in twenty.
 *
 * @example studentQuantile(2).toFixed(4) // "4.3027"
 * @example studentQuantile(1).toFixed(4) // "12.7062"
 */
export const studentQuantile = (degrees: number): number => {
  const logScale = logGamma((degrees + 1) / 2) - logGamma(degrees / 2) - 0.5 * Math.log(degrees * Math.PI)
  const density = (t: number): number => Math.exp(logScale - ((degrees + 1) / 2) * Math.log1p((t * t) / degrees))
  // The probability between -t and t is concave in t, so that Newton's steps from the left never pass the root.
  let t = 1.9599
  for (let round = 0; round < 100; round++) {
    const step = (0.95 - incompleteBeta((t * t) / (degrees + t * t), 0.5, degrees / 2)) / (2 * density(t))
    t += step
    if (Math.abs(step) < 1e-10 * t) break
  }
  return t
}
