import type { Page } from '@playwright/test'

/** Combines screenshots side by side into one scaled-down WebP image, in the browser. */
export async function contactSheet(page: Page, pictures: Buffer[], scale: number): Promise<Buffer> {
  const dataUrl = await page.evaluate(
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
      const drawing = canvas.getContext('2d')!
      drawing.fillStyle = '#8a8f8f'
      drawing.fillRect(0, 0, width, height)
      drawing.imageSmoothingQuality = 'high'
      let left = gap
      for (const image of images) {
        drawing.drawImage(image, left, gap, image.width * scale, image.height * scale)
        left += image.width * scale + gap
      }
      return canvas.toDataURL('image/webp', 0.6)
    },
    { sources: pictures.map((picture) => `data:image/png;base64,${picture.toString('base64')}`), scale },
  )
  return Buffer.from(dataUrl.split(',')[1]!, 'base64')
}
