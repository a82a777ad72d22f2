import { keptSearch, type SavedView, type ViewList } from '@patchkeep/contract/saved-views';
import { useState } from 'react';
import type { Column } from '../../ui/table/column.ts';
import { ColumnsAndExport } from '../../ui/table/columns-and-export.tsx';
import type { ListFormat } from '../../ui/table/export/export-rows.ts';
import type { KeptLayout } from '../../ui/table/layout/use-column-layout.ts';
import { isViewChanged, type ListView, narrowsAlike } from '../../ui/table/saved-views.ts';
import { ViewMenu } from '../../ui/table/view-menu.tsx';
import { ofList, useViews } from './use-views.ts';

/** A view that comes with the product. */
export interface PresetView<Raw> {
  id: string;
  name: string;
  search: Raw;
  hidden?: readonly string[];
}

export interface ListToolbarProps<Raw extends object> {
  list: ViewList;
  presets: readonly PresetView<Raw>[];
  /** What the list shows, as its address says it. */
  search: Raw;
  onView: (search: Raw) => void;
  /** Why a view does not show what it says; undefined where it does. */
  noteOf?: (search: Raw) => string | undefined;
  columns: readonly Column<never>[];
  layout: KeptLayout;
  /** "All hosts that match". */
  exportDetail: string;
  onExport: (format: ListFormat) => void;
}

/** Views, the columns and the export. */
export function ListToolbar<Raw extends object>(props: ListToolbarProps<Raw>) {
  const { list, onView, columns, layout } = props;
  const views = useViews(list);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const search = keptSearch(list, props.search);
  const shownColumns = { hidden: [...layout.hidden], order: [...layout.order] };
  const presets: ListView[] = props.presets.map(({ hidden = [], ...preset }) => ({
    ...preset,
    search: keptSearch(list, preset.search),
    hidden,
  }));
  const listed = (view: SavedView): ListView => ({
    id: view.viewUuid,
    name: view.name,
    search: view.search,
    ...view.columns,
    note: props.noteOf?.(view.search as Raw),
    ...(view.isShared && { sharedBy: view.owner }),
  });
  const own = views.views.filter(({ isShared }) => !isShared).map(listed);
  const shared = views.views.filter(({ isShared }) => isShared).map(listed);
  const all = [...presets, ...own, ...shared];
  const chosen = all.find(({ id }) => id === chosenId) ?? all.find((view) => narrowsAlike(view.search, search));
  const isPreset = chosen !== undefined && presets.includes(chosen);
  /** Acts are about the saved view behind the one that the menu shows. */
  const onSaved = (act: (view: SavedView) => void) => (view: ListView) => {
    const found = views.views.find(({ viewUuid }) => viewUuid === view.id);
    if (found) act(found);
  };
  return (
    <>
      <ViewMenu
        presets={presets}
        own={own}
        shared={shared}
        currentId={chosen?.id ?? null}
        isChanged={
          chosen !== undefined &&
          (isPreset ? !narrowsAlike(chosen.search, search) : isViewChanged(chosen, search, shownColumns))
        }
        acts={{
          choose: (view) => {
            setChosenId(view.id);
            // The server and the presets know only parameters of this list.
            onView(view.search as Raw);
            layout.arrange(view);
          },
          save: (name) =>
            views.create(
              { name, of: ofList(list, search), columns: shownColumns },
              { onSuccess: ({ viewUuid }) => setChosenId(viewUuid) },
            ),
          saveInto: onSaved((view) => views.change(view, { of: ofList(list, search), columns: shownColumns })),
          rename: (view, name) => onSaved((saved) => views.change(saved, { name }))(view),
          remove: onSaved((view) => views.remove(view, setChosenId)),
          ...(views.mayShare && { share: onSaved(views.share), stopSharing: onSaved(views.stopSharing) }),
        }}
      />
      <ColumnsAndExport columns={columns} layout={layout} detail={props.exportDetail} onExport={props.onExport} />
    </>
  );
}
