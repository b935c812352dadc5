/** Something the caller should know about an answer that is right all the same. */
export interface Warning {
  code: string
  detail: string
  /** The refs to ask for instead, where other refs would mend it. */
  instead?: { fromRef?: string; toRef?: string } | undefined
}
