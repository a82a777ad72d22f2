import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonLines } from '../json-lines.ts';
import { type Withdrawal, withdrawal } from './catalogue.ts';

const fileOf = (home: string): string => join(home, 'withdrawals.jsonl');

/** Versions that the operator has withdrawn, here and for all who subscribe. */
export const readWithdrawals = (home: string): Withdrawal[] => readJsonLines(fileOf(home), withdrawal);

export const withdraw = (home: string, given: Withdrawal): void => {
  appendFileSync(fileOf(home), `${JSON.stringify(withdrawal.parse(given))}\n`, { mode: 0o600, flush: true });
};
