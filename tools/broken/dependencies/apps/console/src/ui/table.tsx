import { call } from '../lib/call.ts';
export const Table = () => <button onClick={call} />;
