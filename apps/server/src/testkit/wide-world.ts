import { changeSets } from '@patchkeep/contract/change-sets';
import { wire } from '@patchkeep/contract/constants';
import type { AnyEndpoint } from '@patchkeep/contract/endpoint';
import type { TestClient } from './app.ts';
import { type ApprovalWorld, approvalWorld, enterSite } from './approval-world.ts';
import { signingApp } from './signed-packages.ts';

/** More than 25 hosts, so that an act on all of them is wide. */
export const wideCount = 30;

/** Work for version 3.0 of Alpha Editor that failed for good on every host of the customer. */
export const failEverywhere = ({ sql, customerId }: Pick<ApprovalWorld, 'sql' | 'customerId'>, now: Date) =>
  sql(
    `insert into tasks (customer_id, site_id, task_id, host_id, kind, channel_tag, from_version, to_version, options, state,
       attempt, epoch, ready_at, futile, has_inventory, created_at, changed_at, result, exit_code, cause, is_disk_full)
     select customer_id, site_id, gen_random_uuid(), host_id, 0, 'alpha-editor', '1.0', '3.0', '{}', 4,
       5, 5, $2, 0, false, $2, $2, 'failed', 1603, 'The installer ended with 1603.', false
     from hosts where customer_id = $1`,
    [customerId, now],
  );

/** A site that is large enough for wide acts. All its hosts have a vulnerable Alpha Editor 1, and a signer is there. */
export const wideWorld = async (softwareOf: (at: number) => string[] = () => ['Alpha Editor 1']) => {
  const { app, signer } = await signingApp();
  const manager = await app.signIn('manager');
  const admin = await app.signIn('admin');
  await enterSite(admin, 'Beta');
  const world = await approvalWorld(app, manager, wideCount);
  await world.judge({
    application: 'Alpha Editor',
    version: 1,
    cves: ['CVE-2026-10001'],
    zeroDays: [],
    isEol: false,
    isFixable: true,
  });
  for (let at = 0; at < wideCount; at++) await world.upload(at, softwareOf(at));
  await world.count();
  /** Says at once whether the site needs a second person; how it is turned off has tests of its own. */
  const setFourEyes = (isOn: boolean) =>
    world.sql(
      `insert into approval_settings (customer_id, scope_id, site_id, is_four_eyes_required, serial_number, changed_by, changed_at)
       select customer_id, site_id, site_id, $1, 1, customer_id, now() from sites where name = 'Beta'
       on conflict (customer_id, scope_id) do update set is_four_eyes_required = $1`,
      [isOn],
    );
  return { app, signer, manager, admin, world, everybody: world.agents.map((agent) => agent.agentUuid), setFourEyes };
};

export type AnyCall = (
  endpoint: AnyEndpoint,
  given: object,
  headers?: Record<string, string>,
) => Promise<{ status: number; body: unknown }>;

export const callsOf =
  (client: TestClient): AnyCall =>
  (endpoint, given, headers) =>
    client.call(endpoint, given, headers);

interface Shown {
  info?: { preview?: { previewToken: string } };
}

/** Looks first, as the console does, and then acts. */
export const lookAndAct = async (call: AnyCall, endpoint: AnyEndpoint, given: object) => {
  const first = await call(endpoint, given);
  const token = first.status === 428 ? (first.body as Shown).info?.preview?.previewToken : undefined;
  return token === undefined ? first : call(endpoint, given, { [wire.previewHeader]: token });
};

/** The change set of an answer. */
export const setOf = ({ body }: { body: unknown }) =>
  (body as { changeSet: { changeSetUuid: string; contentHash: string; noUndo: string | null } }).changeSet;

export const confirmSet = (client: TestClient, answer: { body: unknown }) =>
  client.call(changeSets.confirm, {
    params: { id: setOf(answer).changeSetUuid },
    body: { contentHash: setOf(answer).contentHash },
  });

export const undoSet = (client: TestClient, answer: { body: unknown }) =>
  client.call(changeSets.undo, { params: { id: setOf(answer).changeSetUuid }, body: {} });
