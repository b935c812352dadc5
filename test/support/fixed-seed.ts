import fc from 'fast-check'

/** Property tests try the same inputs in every run; FUZZ_SEED=$RANDOM tries others. */
fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 1) })
