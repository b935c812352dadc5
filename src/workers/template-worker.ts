import { parentPort, workerData } from 'node:worker_threads'
import { renderTemplate } from '../render/template/render-template.ts'
import type { TemplateData } from '../render/template/template-data.ts'

const { template, data } = workerData as { template: string; data: TemplateData }
// The time limit begins here.
parentPort!.postMessage('started')
parentPort!.postMessage(renderTemplate(template, data))
