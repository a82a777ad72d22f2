// Runs in the sandbox: prints what the program at /file says of itself, null when it is no Windows program.
import { readProgram } from '@patchkeep/pe/program';

process.stdout.write(JSON.stringify((await readProgram('/file')) ?? null));
