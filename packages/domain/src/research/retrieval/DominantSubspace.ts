import { seededNumbers } from "../../kernel/seededNumbers.ts"

/** A sparse matrix by rows: row i has the columns and values from `starts[i]` to `starts[i + 1]`. */
export interface SparseRows {
  readonly starts: Uint32Array
  readonly columns: Uint32Array
  readonly values: Float32Array
  readonly columnCount: number
}

/**
 * How often the random start is multiplied by AᵀA. Each round shrinks the share of what lies outside of the subspace by
 * the squared ratio of singular values.
 */
const rounds = 4

/** The multiplications between two pauses: about a millisecond. */
const workMax = 1_000_000

/** The squared length of a column, as a share of what it was, below which it depends on the columns before it. */
const dependentShare = 1e-9

/** Writes A · X to `product`, or Aᵀ · X when `transposed`; both have `width` columns. */
function* multiply(
  { columns, starts, values }: SparseRows,
  factor: Float32Array,
  product: Float32Array,
  width: number,
  transposed: boolean
): Generator<number, void, undefined> {
  product.fill(0)
  let work = 0
  for (let row = 0; row + 1 < starts.length; row++) {
    for (let at = starts[row]!; at < starts[row + 1]!; at++) {
      const value = values[at]!
      const from = (transposed ? row : columns[at]!) * width
      const to = (transposed ? columns[at]! : row) * width
      for (let k = 0; k < width; k++) product[to + k]! += value * factor[from + k]!
      work += width
    }
    if (work < workMax) continue
    yield work
    work = 0
  }
}

/** The products of all pairs of columns of a matrix with `width` columns; only those with i ≤ k are written. */
function* gram(matrix: Float32Array, width: number): Generator<number, Float64Array, undefined> {
  const products = new Float64Array(width * width)
  let work = 0
  for (let row = 0; row < matrix.length; row += width) {
    for (let i = 0; i < width; i++) {
      const value = matrix[row + i]!
      if (value === 0) continue
      for (let k = i; k < width; k++) products[i * width + k]! += value * matrix[row + k]!
      work += width - i
    }
    if (work < workMax) continue
    yield work
    work = 0
  }
  return products
}

/**
 * Overwrites the products with the factor R of their Cholesky decomposition RᵀR. The diagonal of a column that
 * depends on earlier columns becomes infinite, so that dividing by it removes the column.
 */
const decompose = (products: Float64Array, width: number): Float64Array => {
  for (let i = 0; i < width; i++) {
    const before = products[i * width + i]!
    for (let j = 0; j < i; j++) {
      const factor = products[j * width + i]!
      for (let k = i; k < width; k++) products[i * width + k]! -= factor * products[j * width + k]!
    }
    const square = products[i * width + i]!
    const root = square > dependentShare * before ? Math.sqrt(square) : Infinity
    products[i * width + i] = root
    for (let k = i + 1; k < width; k++) products[i * width + k]! /= root
  }
  return products
}

/** Makes the columns of a matrix orthonormal, by solving X · R = matrix; columns that depend on others become zero. */
function* orthonormalise(matrix: Float32Array, width: number): Generator<number, void, undefined> {
  const factor = decompose(yield* gram(matrix, width), width)
  const solved = new Float64Array(width)
  let work = 0
  for (let row = 0; row < matrix.length; row += width) {
    for (let k = 0; k < width; k++) solved[k] = matrix[row + k]!
    for (let i = 0; i < width; i++) {
      const value = solved[i]! / factor[i * width + i]!
      matrix[row + i] = value
      if (value === 0) continue
      for (let k = i + 1; k < width; k++) solved[k]! -= value * factor[i * width + k]!
    }
    work += (width * width) / 2
    if (work < workMax) continue
    yield work
    work = 0
  }
}

/**
 * An orthonormal basis of the subspace that the right singular vectors of the `rank` largest singular values span, by
 * randomised subspace iteration (Halko, Martinsson and Tropp 2011, "Finding structure with randomness", algorithm 4.4).
 * Projections on the subspace have the same inner products in every basis, so the singular vectors themselves, which
 * would cost an eigenvalue problem, are not computed. `rank` numbers for each column of the matrix; a matrix of lower
 * rank gives columns of zeros. The same seed gives the same basis. Yields the multiplications of each step.
 */
export function* dominantSubspace(
  matrix: SparseRows,
  rank: number,
  seed: number
): Generator<number, Float32Array, undefined> {
  const random = seededNumbers(seed)
  const basis = Float32Array.from({ length: matrix.columnCount * rank }, random)
  const image = new Float32Array((matrix.starts.length - 1) * rank)
  for (let round = 0; round < rounds; round++) {
    yield* multiply(matrix, basis, image, rank, false)
    yield* multiply(matrix, image, basis, rank, true)
    yield* orthonormalise(basis, rank)
  }
  return basis
}
