import { inspectionSchedule, workResult } from '@patchkeep/contract/agent/protocol';
import { z } from 'zod';

/** What this host believes about who may tell it what; see packages/orders. */
const trust = z.object({
  /** The root as it was signed: checked by its own keys at each start. */
  root: z.string(),
  siteVersion: z.number().default(0),
  incarnation: z.number().default(0),
  sequence: z.number().default(0),
  releases: z.record(z.string(), z.number()).default({}),
  latest: z.number().default(0),
  /** Who vouches for custom software: as it was signed, and from when on it counts here. */
  approvers: z.object({ statement: z.string(), startsAt: z.number() }).optional(),
});

/** A piece of work: begun before anything is done, ended with its result, forgotten once the server knows it. */
const piece = z.object({ task: z.string(), attempt: z.number(), begunAt: z.string(), result: workResult.optional() });
export type Piece = z.output<typeof piece>;

/** What the agent knows of itself and of the server; everything it must still know after a power cut. */
export const agentState = z.object({
  agentUuid: z.string().optional(),
  customerUuid: z.string().optional(),
  /** What the server knows our key by. */
  keyId: z.string().optional(),
  /** Names this host to the server where the system has no id of its own. */
  hardwareId: z.string().optional(),
  lineage: z.string().default(''),
  /** The server's clock minus ours. */
  clockOffsetMs: z.number().default(0),
  /** Kept, because uptime and clock together give another millisecond every time one asks. */
  bootTime: z.string().optional(),
  lastContactAt: z.string().optional(),
  /** An inspection that was begun; what is newer in `inspected` shows that it ended. */
  inspectionBegunAt: z.string().optional(),
  inspected: z.object({ at: z.string(), hash: z.string(), count: z.number() }).optional(),
  inspectedRevision: z.number().default(0),
  /** What the server is known to hold. */
  uploaded: z.object({ at: z.string(), hash: z.string(), factsDigest: z.string(), revision: z.number() }).optional(),
  scheduleRevision: z.number().default(0),
  schedule: inspectionSchedule.optional(),
  siteUuid: z.string().optional(),
  trust: trust.optional(),
  work: z.array(piece).default([]),
});
export type AgentState = z.output<typeof agentState>;

export const emptyState = (): AgentState => agentState.parse({});

/** What one line of the journal may say. Intentions come before the act, the rest after it. */
export type Entry =
  | { kind: 'snapshot'; state: AgentState }
  | { kind: 'hardware'; hardwareId: string }
  | { kind: 'enrolled'; agentUuid: string; customerUuid: string; keyId: string; lineage: string }
  | { kind: 'contact'; at: string; lineage: string }
  | { kind: 'clock'; offsetMs: number }
  | { kind: 'boot'; bootTime: string }
  | { kind: 'schedule'; revision: number; schedule: NonNullable<AgentState['schedule']> }
  | { kind: 'trust'; siteUuid: string; trust: NonNullable<AgentState['trust']> }
  | { kind: 'workBegun'; task: string; attempt: number; at: string }
  | { kind: 'workEnded'; result: NonNullable<Piece['result']> }
  | { kind: 'workReported'; tasks: string[] }
  | { kind: 'inspecting'; at: string }
  | { kind: 'inspected'; at: string; hash: string; count: number; revision: number }
  | { kind: 'uploaded'; at: string; hash: string; factsDigest: string; revision: number; lineage: string };

/** The state after one more line. A line of a kind this agent does not know (a newer one wrote it) changes nothing. */
export const applyEntry = (state: AgentState, entry: Entry): AgentState => {
  switch (entry.kind) {
    case 'snapshot':
      return agentState.parse(entry.state);
    case 'hardware':
      return { ...state, hardwareId: entry.hardwareId };
    case 'enrolled': {
      const { agentUuid, customerUuid, keyId, lineage } = entry;
      return { ...state, agentUuid, customerUuid, keyId, lineage };
    }
    case 'contact':
      return { ...state, lineage: entry.lineage, lastContactAt: entry.at };
    case 'clock':
      return { ...state, clockOffsetMs: entry.offsetMs };
    case 'boot':
      return { ...state, bootTime: entry.bootTime };
    case 'schedule':
      return { ...state, schedule: entry.schedule, scheduleRevision: entry.revision };
    case 'trust':
      return { ...state, siteUuid: entry.siteUuid, trust: entry.trust };
    case 'workBegun': {
      const { task, attempt, at } = entry;
      return { ...state, work: [...state.work, { task, attempt, begunAt: at }] };
    }
    case 'workEnded': {
      const { result } = entry;
      const others = state.work.filter(({ task }) => task !== result.task);
      const begunAt = state.work.find(({ task }) => task === result.task)?.begunAt ?? result.endedAt;
      return { ...state, work: [...others, { task: result.task, attempt: result.attempt, begunAt, result }] };
    }
    case 'workReported':
      return { ...state, work: state.work.filter(({ task }) => !entry.tasks.includes(task)) };
    case 'inspecting':
      return { ...state, inspectionBegunAt: entry.at };
    case 'inspected': {
      const { at, hash, count } = entry;
      const inspectedRevision = Math.max(state.inspectedRevision, entry.revision);
      return { ...state, inspected: { at, hash, count }, inspectedRevision };
    }
    case 'uploaded': {
      const { at, hash, factsDigest, revision } = entry;
      return { ...state, lineage: entry.lineage, lastContactAt: at, uploaded: { at, hash, factsDigest, revision } };
    }
    default:
      return state;
  }
};
