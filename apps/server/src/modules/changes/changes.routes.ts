import { approvalSettings, changeSets } from '@patchkeep/contract/change-sets';
import type { Mount } from '../../platform/http/mount.ts';
import type { ChangeKinds } from './change-kinds.service.ts';
import { findSet, listChangeSets, readChangeSet, undoChangeSet } from './change-sets.service.ts';
import { confirmChangeSet, refuseChangeSet } from './four-eyes.service.ts';
import { changeSettings, readSettings } from './settings.service.ts';

export const changeSetRoutes = (mount: Mount, kinds: ChangeKinds): void => {
  mount(changeSets.list, (context, { query }) => listChangeSets(context, query, kinds));
  mount(changeSets.read, async (context, { params }) => ({
    changeSet: await readChangeSet(context, await findSet(context, params.id), kinds),
  }));
  mount(changeSets.undo, async (context, { params, body }) => ({
    changeSet: await undoChangeSet(context, params.id, body.reason, kinds),
  }));
  mount(changeSets.confirm, async (context, { params, body }) => ({
    changeSet: await confirmChangeSet(context, params.id, body.contentHash, kinds),
  }));
  mount(changeSets.refuse, async (context, { params, body }) => ({
    changeSet: await refuseChangeSet(context, params.id, body.reason, kinds),
  }));
  mount(approvalSettings.read, (context, { query }) => readSettings(context, query.level));
  mount(approvalSettings.update, (context, { body }) => changeSettings(context, body));
};
