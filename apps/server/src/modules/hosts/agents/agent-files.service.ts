import { type agentApi, agentLimits } from '@patchkeep/contract/agent/protocol';
import type pg from 'pg';
import type { z } from 'zod';
import { withTenant } from '../../../platform/db/tenant.ts';
import { forbidden, notFound } from '../../../platform/errors.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { AgentCall } from '../../../platform/http/agent-mount.ts';
import type { PresenceBuffer } from '../presence.service.ts';
import { isFileAssigned } from './agent-files.repository.ts';
import type { Agent } from './agents.service.ts';
import { refuseUnlessWelcome } from './check-in.service.ts';

type File = (typeof agentApi)['file'];

/**
 * Serves the files of a host's tasks in parts. The call carries no clone-detection token: it changes nothing, and a
 * large file takes many calls. A file of another host is answered like a file that does not exist.
 */
export const fileParts =
  (pool: pg.Pool, files: FileStore | undefined, presence: PresenceBuffer) =>
  async ({ body, now }: AgentCall<z.output<File['body']>>, agent: Agent): Promise<z.input<File['response']>> => {
    refuseUnlessWelcome(agent, presence, now);
    if (agent.state !== 'active') throw forbidden('This host is not active');
    const { customerId, siteId, hostId } = agent;
    const { sha256, offset } = body;
    const isOwn = await withTenant(pool, { customerId, siteIds: [siteId], actorId: null }, (tx) =>
      isFileAssigned(tx, { customerId, siteId, hostId, sha256 }),
    );
    const part = isOwn ? await files?.read(sha256, offset, agentLimits.filePartBytes) : undefined;
    if (!part) throw notFound();
    return { sha256, offset, size: part.size, content: part.bytes.toString('base64') };
  };
