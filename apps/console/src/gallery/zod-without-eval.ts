import { config } from 'zod';

// Imported before any schema is made: a schema tries at its birth whether it may compile itself, and the policy
// reports the attempt.
config({ jitless: true });
