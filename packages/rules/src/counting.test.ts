import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applicationColumns, countFleet, type Fleet, hostColumns } from './counting.ts';
import { type IgnoringRule, touches, underRules, type VersionVerdict, worstOf } from './ignoring.ts';

const compare = (_application: number, a: string, b: string): number => Number(a) - Number(b);

const verdictOf = (versionId: number): fc.Arbitrary<VersionVerdict | undefined> =>
  fc.option(
    fc
      .record({
        applicationId: fc.integer({ min: 1, max: 4 }),
        version: fc.integer({ min: 0, max: 9 }).map(String),
        cveNos: fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 3 }),
        isEol: fc.boolean(),
        isFixable: fc.boolean(),
        highestEpss: fc.option(fc.constantFrom(0.25, 0.5, 0.75)),
        zeroDays: fc.nat(3),
        exploited: fc.nat(3),
      })
      .map(({ zeroDays, exploited, ...given }) => {
        const zeroDayNos = given.cveNos.slice(0, zeroDays);
        const status = zeroDayNos.length > 0 ? 3 : given.cveNos.length > 0 ? 2 : given.isEol ? 1 : 0;
        return { ...given, versionId, zeroDayNos, exploitedNos: given.cveNos.slice(0, exploited), status };
      }),
    { freq: 10 },
  );

const rule = fc
  .record({
    applicationId: fc.option(fc.integer({ min: 1, max: 4 })),
    cveNo: fc.option(fc.integer({ min: 1, max: 6 })),
    versionFrom: fc.option(fc.integer({ min: 0, max: 9 }).map(String)),
    versionTo: fc.option(fc.integer({ min: 0, max: 9 }).map(String)),
    number: fc.nat(1_000),
  })
  .filter((each) => each.applicationId !== null || each.cveNo !== null)
  .map(({ number, ...target }): IgnoringRule => ({ ...target, ruleId: `rule-${number}` }));

interface Drawn {
  fleet: Fleet;
  installed: number[][];
}

const drawn: fc.Arbitrary<Drawn> = fc
  .record({
    verdicts: fc.tuple(...Array.from({ length: 12 }, (_, i) => verdictOf(100 + i))),
    installed: fc.array(fc.uniqueArray(fc.nat(11), { maxLength: 8 }), { minLength: 1, maxLength: 12 }),
    ruleSets: fc.array(fc.uniqueArray(rule, { maxLength: 3, selector: (each) => each.ruleId }), {
      minLength: 1,
      maxLength: 3,
    }),
    scopes: fc.array(fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), { maxLength: 4 }),
    choice: fc.array(fc.nat(2), { minLength: 12, maxLength: 12 }),
  })
  .map(({ verdicts, installed, ruleSets, scopes, choice }) => {
    const starts = [0];
    for (const each of installed) starts.push((starts.at(-1) ?? 0) + each.length);
    const hosts = installed.map((_, host) => host);
    return {
      installed,
      fleet: {
        hostCount: installed.length,
        starts: Int32Array.from(starts),
        versions: Int32Array.from(installed.flat()),
        verdicts,
        ruleSetOf: Int32Array.from(hosts, (host) => (choice[host] ?? 0) % ruleSets.length),
        ruleSets,
        scopes: scopes.map((members, i) => ({
          id: `scope-${i}`,
          hosts: Int32Array.from(hosts.filter((host) => members[host])),
        })),
      },
    };
  });

/** The same by looking at every host and application in turn, with none of the arrays. */
const byHand = ({ fleet, installed }: Drawn) => {
  const effectiveOf = (host: number, version: number) => {
    const verdict = fleet.verdicts[version];
    const rules = fleet.ruleSets[fleet.ruleSetOf[host] ?? 0] ?? [];
    return (
      verdict && {
        verdict,
        touching: rules.filter((each) => touches(each, verdict, compare)),
        ...underRules(
          verdict,
          rules.filter((each) => touches(each, verdict, compare)),
        ),
      }
    );
  };
  const onHost = installed.map((versions, host) =>
    Map.groupBy(
      versions.flatMap((version) => effectiveOf(host, version) ?? []),
      ({ verdict }) => verdict.applicationId,
    ),
  );
  const split = (pairs: ReturnType<typeof worstOf>[]) => ({
    ok: pairs.filter((each) => each.status === 0 && !each.isIgnored).length,
    eol: pairs.filter((each) => each.status === 1).length,
    insecure: pairs.filter((each) => each.status === 2).length,
    zeroday: pairs.filter((each) => each.status === 3).length,
    ignored: pairs.filter((each) => each.status === 0 && each.isIgnored).length,
    exploited: pairs.filter((each) => each.isExploited).length,
  });
  const hosts = onHost.map((applications) => split([...applications.values()].map(worstOf)));
  const scope = (members: Int32Array) => {
    const found = new Map<number, object>();
    for (const id of [1, 2, 3, 4]) {
      const each = [...members].flatMap((host) => onHost[host]?.get(id) ?? []);
      if (each.length === 0) continue;
      const pairs = [...members].flatMap((host) => {
        const versions = onHost[host]?.get(id);
        return versions ? [worstOf(versions)] : [];
      });
      found.set(id, {
        ...split(pairs),
        fixable: pairs.filter((pair) => pair.isFixable).length,
        installations: each.length,
        versions: new Set(each.map(({ verdict }) => verdict.versionId)).size,
      });
    }
    return found;
  };
  const hits = new Map<string, Set<number>>();
  onHost.forEach((applications, host) => {
    for (const { touching } of [...applications.values()].flat())
      for (const { ruleId } of touching) hits.set(ruleId, (hits.get(ruleId) ?? new Set()).add(host));
  });
  return { hosts, scopes: fleet.scopes.map(({ hosts: members }) => scope(members)), hits };
};

const named = (columns: readonly string[], numbers: Int32Array, row: number) =>
  Object.fromEntries(columns.map((column, i) => [column, numbers[row * columns.length + i] ?? 0]));

describe('counting a fleet', () => {
  it('gives what looking at every host in turn gives, for hosts, scopes and rules [APP-02]', () => {
    fc.assert(
      fc.property(drawn, (given) => {
        const counts = countFleet(given.fleet, compare);
        const expected = byHand(given);
        expect(expected.hosts.map((_, host) => named(hostColumns, counts.hosts, host))).toEqual(expected.hosts);
        counts.scopes.forEach((scope, i) => {
          const found = new Map(
            [...scope.applicationIds].map((id, row) => [id, named(applicationColumns, scope.rows, row)]),
          );
          expect(found).toEqual(expected.scopes[i]);
          expect(scope.hostSplit.reduce((sum, each) => sum + each, 0)).toBe(scope.hosts);
        });
        for (const [ruleId, count] of counts.ruleHits)
          expect([ruleId, count]).toEqual([ruleId, expected.hits.get(ruleId)?.size ?? 0]);
      }),
      { numRuns: 500 },
    );
  });

  it('counts an application once per host, under its worst status [APP-02]', () => {
    const verdict = (versionId: number, status: number): VersionVerdict => ({
      versionId,
      applicationId: 7,
      version: '1',
      status,
      cveNos: status > 1 ? [1] : [],
      zeroDayNos: status > 2 ? [1] : [],
      exploitedNos: [],
      isEol: status === 1,
      isFixable: false,
      highestEpss: null,
    });
    for (const [statuses, worst] of [
      [[0, 1], 'eol'],
      [[1, 2], 'insecure'],
      [[2, 3], 'zeroday'],
      [[3, 0], 'zeroday'],
      [[0, 0], 'ok'],
    ] as const) {
      const { scopes } = countFleet(
        {
          hostCount: 1,
          starts: Int32Array.of(0, 2),
          versions: Int32Array.of(0, 1),
          verdicts: statuses.map((status, i) => verdict(i, status)),
          ruleSetOf: Int32Array.of(0),
          ruleSets: [[]],
          scopes: [{ id: 's', hosts: Int32Array.of(0) }],
        },
        compare,
      );
      const row = named(applicationColumns, scopes[0]?.rows ?? new Int32Array(), 0);
      expect(row).toMatchObject({ ok: 0, eol: 0, insecure: 0, zeroday: 0, ignored: 0, [worst]: 1, installations: 2 });
    }
  });
});
