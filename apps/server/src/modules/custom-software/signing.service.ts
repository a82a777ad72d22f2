import type { SignedBody, ToSign } from '@patchkeep/contract/custom-software';
import { type CustomPackage, customPackage } from '@patchkeep/orders/custom/custom-package';
import { canonical } from '@patchkeep/orders/statements';
import { dayMs } from '@patchkeep/rules/time-units';
import type { Context } from '../../platform/context.ts';
import { found, invalid, saveConflict } from '../../platform/errors.ts';
import { recordSiteAct, siteOf } from '../hosts/public.ts';
import { envelopeOf, type Signable, takeSignatures, withSignatures } from './approvals.service.ts';
import { toSignOf } from './approvers.service.ts';
import { insertPackage, lockConfig, updatePackage } from './configs.repository.ts';
import { configKey, isDoubtful, neededFor, readConfig, readWholes, type WholeConfig } from './configs.service.ts';
import type { CustomPackageRow } from './custom-software.tables.ts';
import { currentOf, kindOf, specTagOf } from './state.rules.ts';
import { hashOf } from './vouching.rules.ts';

/** What is signed counts for a year: then somebody looks again whether it is still wanted. */
const vouchedMs = 365 * dayMs;

/** The software with everything about it, for whoever signs: one at a time. */
const lockWhole = async (context: Context, configId: string): Promise<WholeConfig> => {
  const row = found(await lockConfig(context.tx, configKey(context, configId)));
  const [whole] = await readWholes(context.tx, siteOf(context), [row]);
  return found(whole);
};

/** What hosts read: nothing of it can be changed on the way. */
const statementOf = ({ row, files }: WholeConfig, now: Date): CustomPackage => {
  const { spec, title } = row;
  const listed = files.flatMap((file) =>
    file?.sha256 ? [{ name: file.filename, sha256: file.sha256, bytes: file.size }] : [],
  );
  const main = files.find((file) => file?.id === spec.mainFile)?.filename ?? '';
  const { installArguments, removeArguments, progressPopup, interactive, requiresUac, recognition, scope } = spec;
  const read = customPackage.schema.safeParse({
    site: row.site_id,
    config: row.config_id,
    title,
    release: row.release + 1,
    madeAt: now.getTime(),
    expires: now.getTime() + vouchedMs,
    kind: kindOf(main),
    scope,
    files: listed,
    main,
    installArguments,
    removeArguments,
    flags: { progressPopup, interactive, requiresUac },
    recognition,
  });
  if (!read.success) throw invalid(read.error.issues[0]?.message ?? 'Hosts would refuse this');
  return read.data;
};

const signableOf = ({ vouching }: WholeConfig, { statement: text }: CustomPackageRow): Signable => ({
  type: customPackage.type,
  text,
  by: found(vouching).by,
});

const present = async (context: Context, whole: WholeConfig, row: CustomPackageRow): Promise<ToSign> => {
  const signable = signableOf(whole, row);
  const people = new Set(signable.by.keys.map(({ holder }) => holder)).size;
  return {
    ...(await toSignOf(context, signable, row.approvals, row.needed_count)),
    isTitleAsked: isDoubtful(whole) && people === 1,
  };
};

/** The statement about software as it is now, made where there is none yet. */
export const prepareStatement = async (context: Context, configId: string): Promise<ToSign> => {
  const { now, tx } = context;
  const whole = await lockWhole(context, configId);
  const { row, last, vouching, missing } = whole;
  if (missing.length > 0) throw invalid(missing.join(' '), { missing });
  const specTag = specTagOf(row);
  const current = currentOf(specTag, last, vouching, now);
  if (current) return present(context, whole, current);
  const statement = statementOf(whole, now);
  const text = canonical(statement);
  const made: CustomPackageRow = {
    customer_id: row.customer_id,
    site_id: row.site_id,
    config_id: row.config_id,
    release: statement.release,
    spec_tag: specTag,
    statement_hash: hashOf(text),
    statement: text,
    approvers_version: found(vouching).by.version,
    approvals: [],
    needed_count: neededFor(whole),
    envelope: null,
    expires_at: new Date(statement.expires),
    made_at: now,
  };
  await insertPackage(tx, made);
  const after = { title: row.title, release: made.release, statement: made.statement_hash.toString('hex') };
  await recordSiteAct(context, 'customSoftware.prepare', 'customSoftware', configId, { after });
  return present(context, whole, made);
};

/** Takes a signature. With the last one that is needed, hosts run it when a job says so. */
export const signCustomSoftware = async (context: Context, configId: string, body: SignedBody) => {
  const { now, principal, tx } = context;
  const whole = await lockWhole(context, configId);
  const { row, last, vouching, missing } = whole;
  const current = currentOf(specTagOf(row), last, vouching, now);
  if (!current || missing.length > 0 || current.statement_hash.toString('hex') !== body.statementHash)
    throw saveConflict('The software, or who vouches for it, was changed meanwhile. Look at it again');
  const signable = signableOf(whole, current);
  const { isTitleAsked } = await present(context, whole, current);
  if (isTitleAsked && body.title?.trim() !== row.title)
    throw invalid('Type the title of the software: nobody else looks at it');
  const more = takeSignatures(signable, body, principal.userId);
  const approvals = withSignatures(current.approvals, more);
  const envelope = envelopeOf(signable, approvals, current.needed_count);
  await updatePackage(tx, current, { approvals, envelope });
  await recordSiteAct(context, 'customSoftware.sign', 'customSoftware', configId, {
    after: {
      title: row.title,
      release: current.release,
      statement: body.statementHash,
      holders: more.map(({ holder }) => holder),
      isVouched: envelope !== null,
    },
  });
  return readConfig(context, configId);
};
