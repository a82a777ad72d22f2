import { inspectionSchedule } from '@patchkeep/contract/agent/protocol';
import { z } from 'zod';

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
