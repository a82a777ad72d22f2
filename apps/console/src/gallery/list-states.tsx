import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { DataTable, type DataTableProps } from '../ui/table/data-table.tsx';
import { hostColumns } from './host-columns.tsx';
import type { SampleHost } from './sample-hosts.ts';
import g from './gallery.module.css';

const columns = hostColumns.slice(0, 4);
const idOf = ({ id }: SampleHost) => id;

function State(props: Partial<DataTableProps<SampleHost>> & { label: string }) {
  return (
    <DataTable
      noun="hosts"
      columns={columns}
      rows={[]}
      getId={idOf}
      getName={idOf}
      total={0}
      page={{ from: 1 }}
      pageSize={5}
      onSelect={() => undefined}
      {...props}
    />
  );
}

export function ListStates() {
  return (
    <section aria-labelledby="states">
      <div className={g['titleRow']}>
        <h2 id="states" className={g['title']}>
          List states
        </h2>
      </div>
      <div className={g['columns']}>
        <State label="Loading hosts" rows={undefined} />
        <State label="Hosts that match nothing" onClearFilters={() => undefined} />
        <State
          label="No hosts yet"
          whenNone={
            <EmptyState title="No hosts yet" action={<Button variant="primary">Add hosts</Button>}>
              Install the agent on a first host; it appears here at its first check-in.
            </EmptyState>
          }
        />
        <State
          label="Hosts that failed"
          error={{ message: 'The server did not answer. Retried 3 of 3 times.', onRetry: () => undefined }}
        />
      </div>
    </section>
  );
}
