export { Shell } from '../../console/src/app/shell.tsx';
