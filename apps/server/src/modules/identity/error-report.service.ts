import { randomUUIDv7 } from 'node:crypto';
import { constants } from '@patchkeep/contract/constants';
import type { Received } from '@patchkeep/contract/endpoint';
import type { session } from '@patchkeep/contract/session';
import type { Context } from '../../platform/context.ts';
import { forbidden, tooMany } from '../../platform/errors.ts';
import { insertErrorReport } from './sessions.repository.ts';

/** Control characters could fake lines in whatever shows a report; line breaks and tabs stay. */
const printable = (text: string): string => text.replaceAll(/(?![\n\t])\p{Cc}/gu, '');

/** Counts the reports of each tab over the last minute. */
const perMinute = (limit: number) => {
  let minute = 0;
  let counts = new Map<string, number>();
  return (key: string, now: Date): boolean => {
    const current = Math.floor(now.getTime() / 60_000);
    if (current !== minute) {
      minute = current;
      counts = new Map();
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= limit;
  };
};

/** Keeps what a user's console reports: from known tabs only, a few a minute, made harmless. */
export const errorReports = () => {
  const isWithinLimit = perMinute(constants.errorReportsPerMinute);
  return async (context: Context, report: Received<typeof session.reportError>['body']): Promise<void> => {
    const { tx, principal, instanceId, now } = context;
    if (!principal.isRegistered || instanceId === null) throw forbidden('Unknown instance');
    if (!isWithinLimit(instanceId, now)) throw tooMany(60);
    await insertErrorReport(tx, {
      customer_id: principal.customerId,
      report_id: randomUUIDv7(),
      user_id: principal.userId,
      instance_id: instanceId,
      title: report.exceptionTitle,
      description: printable(report.exceptionDescription),
      raw_exception: report.rawException === undefined ? null : printable(report.rawException),
      created_at: now,
    });
  };
};
