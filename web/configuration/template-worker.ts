import { renderTemplate } from '../../src/render/template/render-template.ts'
import type { TemplateData } from '../../src/render/template/template-data.ts'

addEventListener('message', ({ data }: MessageEvent<{ template: string; data: TemplateData }>) => {
  postMessage(renderTemplate(data.template, data.data))
})

// The time limit of a template begins when its code is loaded.
postMessage('ready')
