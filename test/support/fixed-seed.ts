import fc from 'fast-check'

/** Property tests use the same inputs in every run; set FUZZ_SEED=$RANDOM to try others. */
fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 1) })
