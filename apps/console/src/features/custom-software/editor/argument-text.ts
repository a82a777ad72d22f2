import type { CustomKind } from '../custom-text.ts';

const folder = 'Write {folder} where the folder of the files on the host belongs.';
const eachLine = 'Each line is one argument, without quotes.';

/** What arguments mean, which is another thing for each kind of file. */
export const installHelp: Record<CustomKind, string> = {
  msi: `For the Windows Installer, such as INSTALLDIR=C:\\ERP or TRANSFORMS={folder}\\site.mst. It is told by itself to be quiet and not to restart. ${eachLine} ${folder}`,
  msp: `For the Windows Installer. It is told by itself to be quiet and not to restart. ${eachLine} ${folder}`,
  exe: `Nobody can press a button, so tell it to be silent: often /S, /quiet or /VERYSILENT. ${eachLine} ${folder}`,
  ps1: `Given to the script as they are. ${eachLine} ${folder}`,
  deb: '',
  sh: `Given to the script as they are. ${eachLine} ${folder}`,
};

export const removeHelp: Record<CustomKind, string> = {
  msi: 'Usually none: the Windows Installer is told by itself to remove what the file installs.',
  msp: 'Only few patches can be removed. The Windows Installer is told by itself to remove this one.',
  exe: `Hosts fetch and run the same file again, with these arguments: often /uninstall. ${eachLine} ${folder}`,
  ps1: `Hosts run the same script again, with these arguments. ${eachLine} ${folder}`,
  deb: 'The names of the packages that dpkg removes, one in each line.',
  sh: `Hosts run the same script again, with these arguments. ${eachLine} ${folder}`,
};
