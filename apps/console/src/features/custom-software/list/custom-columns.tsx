import type { CustomConfig } from '@patchkeep/contract/custom-software';
import { MenuItem, RowMenu } from '../../../ui/menu.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { actColumn, wordColumn } from '../../../ui/table/plain-columns.ts';
import { filesText, kindText, mainFileOf, stateText } from '../custom-text.ts';
import { actsOn, type CustomActs } from './custom-acts.ts';
import { CustomStateBadge } from './custom-state-badge.tsx';
import l from '../../../ui/cell-lines.module.css';
import s from '../custom-software.module.css';

export const customColumns = (acts: CustomActs): readonly Column<CustomConfig>[] => [
  {
    id: 'title',
    header: 'Title',
    width: 164,
    isRowHeader: true,
    cell: (config) => (
      <button type="button" className="plain-link" onClick={() => acts.onOpen(config)}>
        {config.title}
      </button>
    ),
    text: ({ title }) => title,
  },
  wordColumn('kind', 'Kind', 104, ({ kind }) => kindText[kind]),
  {
    id: 'state',
    header: 'State',
    width: 248,
    isStatus: true,
    cell: (config) => (
      <span className={s['whole']}>
        <CustomStateBadge config={config} />
      </span>
    ),
    text: (config) => stateText(config),
  },
  {
    id: 'files',
    header: 'Files',
    width: 164,
    cell: (config) => (
      <span className={l['lines']}>
        <span>{mainFileOf(config)?.filename}</span>
        <span className={l['quiet']}>{filesText(config)}</span>
      </span>
    ),
    text: (config) => config.files.map(({ filename }) => filename).join(', '),
  },
  {
    id: 'changed',
    header: 'Changed',
    width: 132,
    cell: ({ changedAt, changedBy }) => (
      <span className={l['lines']}>
        <RelativeTime at={changedAt} />
        {changedBy !== null && <span className={l['quiet']}>{changedBy}</span>}
      </span>
    ),
    text: ({ changedAt }) => changedAt,
  },
  actColumn((config) => (
    <RowMenu name={config.title}>
      {actsOn(config, acts).map(({ id, label, onAct, isDanger }) => (
        <MenuItem key={id} id={id} tone={isDanger ? 'danger' : 'plain'} onAction={onAct}>
          {label}
        </MenuItem>
      ))}
    </RowMenu>
  )),
];
