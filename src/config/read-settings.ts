import type { z } from 'zod'
import { formatSchemaError } from '../text/format-schema-error.ts'

/** One variable: the schema of its text, and its value where it is not set. */
interface Setting<Value, Preset> {
  form: () => z.ZodType<Value>
  preset: Preset
}

type Settings = Record<string, Setting<unknown, unknown>>

/** What a table of settings gives, by their names. */
export type SettingValues<Table extends Settings> = {
  [Name in keyof Table]: Table[Name] extends Setting<infer Value, infer Preset> ? Value | Preset : never
}

export function setting<Value>(form: () => z.ZodType<Value>): Setting<Value, undefined>
export function setting<Value>(form: () => z.ZodType<Value>, preset: NoInfer<Value>): Setting<Value, Value>
/** A line of a table of settings; its schema is built where the variable is set, and most are not. */
export function setting(form: () => z.ZodType, preset?: unknown): Setting<unknown, unknown> {
  return { form, preset }
}

/** Reads an environment by a table. A fault tells names and rules alone: a value may be a secret. */
export function readSettings<Table extends Settings>(
  table: Table,
  environment: NodeJS.ProcessEnv,
): { values: SettingValues<Table>; faults: string[] } {
  const faults: string[] = []
  const values = Object.entries(table).map(([name, { form, preset }]) => {
    const given = environment[name]
    // An empty variable is what a pipeline sets for "none".
    if (given === undefined || given === '') return [name, preset]
    const read = form().safeParse(given)
    for (const issue of read.error?.issues ?? [])
      faults.push(`${[name, ...issue.path].join('.')}: ${formatSchemaError(issue)}`)
    return [name, read.data]
  })
  return { values: Object.fromEntries(values) as SettingValues<Table>, faults }
}
