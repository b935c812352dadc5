import { config } from 'zod'

// The content security policy forbids the code that zod would otherwise generate when a schema is made.
config({ jitless: true })
