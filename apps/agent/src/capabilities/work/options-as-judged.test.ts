import { type Accepted, argumentsFor } from '@patchkeep/orders/judge';
import { optionProblem as judgedProblem } from '@patchkeep/orders/option-rules';
import { Draw } from '@patchkeep/rules/approvals/random-policies.factory';
import { argumentsOf, textProblem } from '@patchkeep/rules/deployments/options';
import { drawArgument, drawText, textOption } from '@patchkeep/rules/deployments/options.factory';
import { describe, expect, it } from 'vitest';

/** A twentieth, unless `npm run proofs -- deployment-rules` asks for all. */
const numRuns = process.env['FULL_SIZE'] ? 200_000 : 10_000;

describe(`${numRuns} options of jobs`, () => {
  it('are refused by the server and by the host alike, and become the same argument', () => {
    let given = 0;
    for (let seed = 0; seed < numRuns; seed++) {
      const draw = new Draw(seed);
      const [argument, text] = [drawArgument(draw), drawText(draw)];
      const isRefused = judgedProblem(text) !== undefined;
      expect([text, textProblem(text) !== undefined]).toEqual([text, isRefused]);
      const server = text.trim();
      if (isRefused || server === '') continue;
      const accepted = {
        order: { kind: 'install-package', options: { server } },
        package: { installArguments: [argument.replace('{value}', '{server}')], options: { server: {} } },
      } as unknown as Accepted;
      expect(argumentsOf([textOption(argument)], { server: text })).toEqual(argumentsFor(accepted));
      given += 1;
    }
    expect(given).toBeGreaterThan(numRuns / 5);
  }, 300_000);
});
