import { GroupsScreen } from '../../features/groups/groups-screen.tsx';

export function GroupsPage() {
  return <GroupsScreen />;
}
