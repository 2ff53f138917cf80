/**
 * Selects at most `countMax` points that preserve the shape of the line: Largest Triangle Three Buckets (Steinarsson
 * 2013, "Downsampling Time Series for Visual Representation"). Keeps the first and the last point and the order, and
 * all points when there are no more than `countMax`. One pass.
 *
 * @param points in the order of `x`
 * @example downsample([[0, 1], [1, 1], [2, 9], [3, 1]], 3, ([x]) => x, ([, y]) => y) // [[0, 1], [2, 9], [3, 1]]
 */
export const downsample = <Point>(
  points: ReadonlyArray<Point>,
  countMax: number,
  x: (point: Point) => number,
  y: (point: Point) => number
): ReadonlyArray<Point> => {
  const last = points.length - 1
  const wanted = Math.max(0, Math.floor(countMax))
  if (points.length <= wanted) return points
  // Too few for both ends: keeps the latest.
  if (wanted <= 1) return points.slice(points.length - wanted)
  const buckets = wanted - 2
  const kept = [points[0]!]
  // Bucket b holds the points from start(b) to before start(b + 1); the two ends are outside of the buckets.
  const start = (bucket: number): number => 1 + Math.floor((bucket * (last - 1)) / buckets)
  let before = points[0]!
  for (let bucket = 0; bucket < buckets; bucket++) {
    const end = start(bucket + 1)
    const next = bucket === buckets - 1
      ? { x: x(points[last]!), y: y(points[last]!) }
      : centreOf(points, end, start(bucket + 2), x, y)
    let widest = -1
    let chosen = points[start(bucket)]!
    for (let at = start(bucket); at < end; at++) {
      const point = points[at]!
      // Twice the area of the triangle of the last kept point, this one, and the centre of the next bucket.
      const area = Math.abs(
        (x(before) - next.x) * (y(point) - y(before)) - (x(before) - x(point)) * (next.y - y(before))
      )
      if (area > widest) {
        widest = area
        chosen = point
      }
    }
    kept.push(chosen)
    before = chosen
  }
  kept.push(points[last]!)
  return kept
}

const centreOf = <Point>(
  points: ReadonlyArray<Point>,
  from: number,
  to: number,
  x: (point: Point) => number,
  y: (point: Point) => number
): { readonly x: number; readonly y: number } => {
  let sumX = 0
  let sumY = 0
  for (let at = from; at < to; at++) {
    sumX += x(points[at]!)
    sumY += y(points[at]!)
  }
  return { x: sumX / (to - from), y: sumY / (to - from) }
}
