import type { Channel } from '@patchkeep/starter/channel';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';
import { selectCveNos } from '../feeds/advisories/cves.repository.ts';
import { compileChannel } from '../matching/compile.rules.ts';
import type { EolCycle } from '../matching/eol.rules.ts';
import { judgeSpans, type Verdict } from '../matching/judge.rules.ts';
import { channelKeys } from '../matching/keys.rules.ts';
import {
  type Release,
  savePackedRules,
  selectAdvisoriesFor,
  selectCycles,
  selectExploitedDays,
  selectPackedRules,
  selectReleases,
  selectScores,
} from './channel-facts.repository.ts';
import { packRules, unpackRules } from './compiled-text.rules.ts';
import type { VerdictRow } from './verdicts.repository.ts';

export interface ToJudge {
  versionId: number;
  /** As it is installed. */
  version: string;
  /** The release it is, where the package told. */
  release: string | undefined;
}

export type Judgement = Omit<VerdictRow, 'applicationId' | 'identifiedBy'>;

/** What Windows lists as the version, mapped to the release it stands for; the newest, where several share it. */
const releaseByDisplay = (releases: readonly Release[]): ReadonlyMap<string, string> =>
  new Map(releases.flatMap(({ version, displayVersions }) => displayVersions.map((display) => [display, version])));

/** Makes the rules of a channel from its advisories. */
export const compileRules = async (db: Kysely<Tables>, channel: Channel): Promise<string> => {
  const compiled = compileChannel(channel, await selectAdvisoriesFor(db, channelKeys(channel)));
  const cveNos = await selectCveNos(db, [...new Set(compiled.rules.map(({ cveId }) => cveId))]);
  return packRules(compiled, cveNos);
};

const compileAndKeep = async (db: Kysely<Tables>, channel: Channel): Promise<string> => {
  const packed = await compileRules(db, channel);
  await savePackedRules(db, channel.tag, packed);
  return packed;
};

interface Knowledge {
  rules: ReadonlyMap<string, string>;
  releases: ReadonlyMap<string, Release[]>;
  cycles: ReadonlyMap<string, EolCycle[]>;
  exploited: ReadonlyMap<number, string>;
}

const learn = async (db: Kysely<Tables>, channels: readonly Channel[]): Promise<Knowledge> => {
  const tags = channels.map(({ tag }) => tag);
  const slugs = channels.flatMap(({ endoflife }) => endoflife ?? []);
  const [rules, releases, cycles, exploited] = await Promise.all([
    selectPackedRules(db, tags),
    selectReleases(db, tags),
    selectCycles(db, slugs),
    selectExploitedDays(db),
  ]);
  return { rules, releases, cycles, exploited };
};

const toRow = ({ versionId }: ToJudge, channelVersion: string, verdict: Verdict<number>): Judgement => ({
  versionId,
  channelVersion,
  status: verdict.status,
  isExploited: verdict.isExploited,
  cveNos: verdict.cveIds,
  zeroDayNos: verdict.zeroDayCveIds,
  eolOn: verdict.eolOn ?? null,
  fixedVersion: verdict.fixedVersion ?? null,
  recommendedVersion: verdict.recommendedVersion ?? null,
  highestCvss: null,
  highestEpss: null,
});

/** Judges installed versions as versions of their channels, by what the catalogue holds on this day. */
export const judge = async (
  db: Kysely<Tables>,
  wanted: ReadonlyMap<Channel, readonly ToJudge[]>,
  today: string,
): Promise<Judgement[]> => {
  const { rules, releases, cycles, exploited } = await learn(db, [...wanted.keys()]);
  const rows: Judgement[] = [];
  for (const [channel, versions] of wanted) {
    const spanned = unpackRules(channel, rules.get(channel.tag) ?? (await compileAndKeep(db, channel)));
    const known = releases.get(channel.tag) ?? [];
    const displayed = releaseByDisplay(known);
    const texts = versions.map(({ version, release }) => release ?? displayed.get(version) ?? version);
    const verdicts = judgeSpans(spanned, texts, {
      today,
      exploitedOn: (cveNo) => exploited.get(cveNo),
      cycles: cycles.get(channel.endoflife ?? '') ?? [],
      releases: known.map(({ version }) => version),
    });
    versions.forEach((each, i) => rows.push(toRow(each, texts[i] ?? each.version, verdicts[i] as Verdict<number>)));
  }
  await addScores(db, rows);
  return rows;
};

/** The worst scores of each version's CVEs, by arrays: there are millions of pairs. */
const addScores = async (db: Kysely<Tables>, rows: readonly Judgement[]): Promise<void> => {
  const highestNo = rows.reduce((most, { cveNos }) => Math.max(most, cveNos.at(-1) ?? 0), 0);
  const isWanted = new Uint8Array(highestNo + 1);
  for (const { cveNos } of rows) for (const cveNo of cveNos) isWanted[cveNo] = 1;
  const wanted: number[] = [];
  isWanted.forEach((is, cveNo) => is === 1 && wanted.push(cveNo));
  const cvss = new Float64Array(highestNo + 1).fill(-1);
  const epss = new Float64Array(highestNo + 1).fill(-1);
  for (const row of await selectScores(db, wanted)) {
    cvss[row.cveNo] = row.cvss ?? -1;
    epss[row.cveNo] = row.epss ?? -1;
  }
  const worst = (scores: Float64Array, cveNos: readonly number[]): number | null => {
    let most = -1;
    for (const cveNo of cveNos) if ((scores[cveNo] ?? -1) > most) most = scores[cveNo] ?? -1;
    return most < 0 ? null : most;
  };
  for (const row of rows) {
    row.highestCvss = worst(cvss, row.cveNos);
    row.highestEpss = worst(epss, row.cveNos);
  }
};
