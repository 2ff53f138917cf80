/** The size that sites show best beside a shared link, in pixels. */
export const sharedPicture = { width: 1_200, height: 630 } as const

interface Size {
  readonly width: number
  readonly height: number
}

/**
 * Puts a picture into the middle of a frame of the shape that shared links have.
 *
 * @example framedPicture(`<svg width="600" height="315"/>`, { width: 600, height: 315 }, "#fff").includes(`viewBox="0 0 600 315"`) // true
 */
export const framedPicture = (svg: string, { height, width }: Size, ground: string): string => {
  const [frameWidth, frameHeight] = width * sharedPicture.height > height * sharedPicture.width
    ? [width, width * sharedPicture.height / sharedPicture.width]
    : [height * sharedPicture.width / sharedPicture.height, height]
  const [x, y] = [(frameWidth - width) / 2, (frameHeight - height) / 2]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${frameWidth} ${frameHeight}">`
    + `<rect width="100%" height="100%" fill="${ground}"/>${svg.replace("<svg ", `<svg x="${x}" y="${y}" `)}</svg>`
}
