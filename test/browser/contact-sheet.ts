import type { Page } from '@playwright/test'

/** Lays pictures side by side into one small one; the browser itself packs it. */
export async function contactSheet(page: Page, pictures: Buffer[], scale: number): Promise<Buffer> {
  const packed = await page.evaluate(
    async ({ sources, scale }) => {
      const images = await Promise.all(
        sources.map(async (source) => {
          const image = new Image()
          image.src = source
          await image.decode()
          return image
        }),
      )
      const gap = 16
      const width = images.reduce((sum, image) => sum + image.width * scale + gap, gap)
      const height = Math.max(...images.map((image) => image.height * scale)) + 2 * gap
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const pen = canvas.getContext('2d')!
      pen.fillStyle = '#8a8f8f'
      pen.fillRect(0, 0, width, height)
      pen.imageSmoothingQuality = 'high'
      let left = gap
      for (const image of images) {
        pen.drawImage(image, left, gap, image.width * scale, image.height * scale)
        left += image.width * scale + gap
      }
      return canvas.toDataURL('image/webp', 0.6)
    },
    { sources: pictures.map((picture) => `data:image/png;base64,${picture.toString('base64')}`), scale },
  )
  return Buffer.from(packed.split(',')[1]!, 'base64')
}
