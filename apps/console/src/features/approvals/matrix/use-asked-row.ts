import type { ApprovalType } from '@patchkeep/contract/approval-fields';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { subjectOf } from '../pending/pending.ts';
import type { MatrixRow } from './approval-columns.tsx';

/** What an address may ask of a matrix: to go to a row, and to begin a decision about it. */
export interface AskedRow {
  subject: string | undefined;
  decide: string | undefined;
}

const types: readonly ApprovalType[] = ['approve', 'automate', 'block', 'disable'];

interface AskedRowOptions {
  asked: AskedRow;
  /** Undefined until they are those of the address. */
  rows: readonly MatrixRow[] | undefined;
  /** Makes the decision a pending one. Nothing holds before it was reviewed. Absent for those who may only look. */
  onDecide: ((row: MatrixRow, type: ApprovalType) => void) | undefined;
}

/** Goes to the row that the address asks for, once: it may ask again with another address. Answers where the list is. */
export const useAskedRow = ({ asked: { subject, decide }, rows, onDecide }: AskedRowOptions) => {
  const listRef = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const done = useRef<string>(undefined);
  const key = `${subject} ${decide}`;
  const index = subject === undefined ? -1 : (rows?.findIndex((row) => subjectOf(row) === subject) ?? -1);
  const go = useEffectEvent(() => {
    const row = rows?.[index];
    const type = types.find((one) => one === decide);
    listRef.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus();
    if (!row || !type) return;
    onDecide?.(row, type);
    // Asked for once: loading the page again does not ask again.
    void navigate({ to: '.', search: (now: object) => ({ ...now, decide: undefined }), replace: true } as never);
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-act=review-changes]')?.focus());
  });
  useEffect(() => {
    if (index < 0 || done.current === key) return;
    const isOver = decide === undefined && done.current?.startsWith(`${subject} `) === true;
    done.current = key;
    if (!isOver) go();
  }, [index, key, subject, decide]);
  return listRef;
};
