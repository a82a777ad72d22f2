import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Withdrawal, withdrawal } from './catalogue.ts';

const fileOf = (home: string): string => join(home, 'withdrawals.jsonl');

/** Versions that the operator has withdrawn, here and for all who subscribe. */
export const readWithdrawals = (home: string): Withdrawal[] => {
  const path = fileOf(home);
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return lines.map((line, index) => {
    try {
      return withdrawal.parse(JSON.parse(line));
    } catch (error) {
      throw new Error(`Line ${index + 1} of ${path} cannot be read`, { cause: error });
    }
  });
};

export const withdraw = (home: string, given: Withdrawal): void => {
  appendFileSync(fileOf(home), `${JSON.stringify(withdrawal.parse(given))}\n`, { mode: 0o600, flush: true });
};
