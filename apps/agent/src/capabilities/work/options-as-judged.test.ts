import { type Accepted, argumentsFor } from '@patchkeep/orders/judge';
import { optionProblem as judgedProblem } from '@patchkeep/orders/option-rules';
import { argumentsOf, textProblem } from '@patchkeep/rules/deployments/options';
import { optionText, textArgument, textOption } from '@patchkeep/rules/deployments/options.factory';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

/** A twentieth, unless `npm run proofs -- deployment-rules` asks for all. */
const numRuns = process.env['FULL_SIZE'] ? 200_000 : 10_000;

describe('an option of a job', () => {
  it(`is refused by the server and by the host alike, and becomes the same argument, ${numRuns} times`, () => {
    fc.assert(
      fc.property(textArgument, optionText, (argument, text) => {
        const isRefused = judgedProblem(text) !== undefined;
        expect(textProblem(text) !== undefined).toBe(isRefused);
        const server = text.trim();
        if (isRefused || server === '') return;
        const accepted = {
          order: { kind: 'install-package', options: { server } },
          package: { installArguments: [argument.replace('{value}', '{server}')], options: { server: {} } },
        } as unknown as Accepted;
        expect(argumentsOf([textOption(argument)], { server: text })).toEqual(argumentsFor(accepted));
      }),
      { numRuns },
    );
  }, 300_000);
});
