import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const nsis = (folder: string, name: string, script: string): string => {
  const source = join(folder, `${name}.nsi`);
  const output = join(folder, `${name}.exe`);
  // A byte order mark tells makensis that names may hold any letter.
  writeFileSync(
    source,
    `\uFEFFUnicode true\nTarget amd64-unicode\nSilentInstall silent\nOutFile "${output}"\n${script}`,
  );
  execFileSync('makensis', ['-V1', source], { stdio: ['ignore', 'ignore', 'inherit'] });
  return output;
};

/** A program that does nothing, with a file version: what the packages install. */
export const makeProgram = (folder: string, name: string, fileVersion: string): string =>
  nsis(
    folder,
    name,
    `Name "${name}"\nVIProductVersion "${fileVersion}"\nVIFileVersion "${fileVersion}"\nVIAddVersionKey "FileVersion" "${fileVersion}"\nVIAddVersionKey "ProductName" "${name}"\nVIAddVersionKey "FileDescription" "${name}"\nVIAddVersionKey "LegalCopyright" ""\nSection\nSectionEnd\n`,
  );

interface Package {
  version: string;
  program: string;
  /** Whose software it claims to be; ours unless it stands for somebody else's. */
  publisher?: string;
}
const ours = 'Probe Makers';

/** A Windows Installer package; a newer version of the same product, told by its number, replaces an older one. */
export const makeMsi = (
  folder: string,
  {
    version,
    program,
    publisher = ours,
    name = 'Probe Suite',
    productCode = '*',
    product = 1,
  }: Package & { name?: string; productCode?: string; product?: number },
): string => {
  const file = `${name.replaceAll(/\W/g, '-')}-${version}`;
  const source = join(folder, `${file}.wxs`);
  const output = join(folder, `${file}.msi`);
  const text = `<?xml version="1.0" encoding="utf-8"?>
<Wix xmlns="http://schemas.microsoft.com/wix/2006/wi">
  <Product Id="${productCode}" Name="${name}" Version="${version}" Manufacturer="${publisher}" Language="1033"
           UpgradeCode="6f0c4b3e-9a1d-4a5e-8f43-0d5c1b7f2a1${product}">
    <Package InstallerVersion="200" Compressed="yes" InstallScope="perMachine"/>
    <MajorUpgrade DowngradeErrorMessage="A newer version is installed."/>
    <Media Id="1" Cabinet="probe.cab" EmbedCab="yes"/>
    <CustomAction Id="SetLocation" Property="ARPINSTALLLOCATION" Value="[INSTALLDIR]"/>
    <InstallExecuteSequence><Custom Action="SetLocation" After="CostFinalize"/></InstallExecuteSequence>
    <Directory Id="TARGETDIR" Name="SourceDir"><Directory Id="ProgramFiles64Folder"><Directory Id="INSTALLDIR" Name="${name}">
      <Component Id="Main" Guid="0d1f9f6c-52f0-4e0e-9d5c-7b8f5b0c9e2${product}" Win64="yes">
        <File Id="ProbeExe" Source="${basename(program)}" Name="probe.exe" KeyPath="yes"/>
      </Component>
    </Directory></Directory></Directory>
    <Feature Id="All" Level="1"><ComponentRef Id="Main"/></Feature>
  </Product>
</Wix>
`;
  writeFileSync(source, text);
  // wixl looks for the files it packs from where it runs, and takes no absolute names.
  execFileSync('wixl', ['-a', 'x64', '-o', output, source], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return output;
};

/** A setup program that keeps what it was told, as its command line had it. */
export const makeNamed = (folder: string, name: string): string =>
  nsis(
    folder,
    name,
    `!include FileFunc.nsh
Name "${name}"
Section
  \${GetParameters} $0
  FileOpen $2 "C:\\branch-setup.txt" w
  FileWrite $2 $0
  FileClose $2
SectionEnd
`,
  );

interface Setup extends Package {
  scope: 'machine' | 'user';
  exitCode?: number;
  /** Lists every version by itself, beside older ones, and brings an uninstaller, as those of JetBrains do. */
  isBesideOlder?: boolean;
  /** Leaves a file to be replaced by the next restart, and says nothing of it. */
  isFinishedByRestart?: boolean;
}

/** What is there already is not renamed over but kept for the restart. */
const finishedByRestart = `  FileOpen $0 "$INSTDIR\\part.dll" w
  FileClose $0
  FileOpen $0 "$INSTDIR\\part.new" w
  FileClose $0
  Rename /REBOOTOK "$INSTDIR\\part.new" "$INSTDIR\\part.dll"
`;

/** The uninstaller of one version: it goes on from a copy of itself after its first process has ended, as NSIS has it. */
const uninstallerOf = (key: string): { installed: string; section: string } => ({
  installed: `  WriteUninstaller "$INSTDIR\\uninstall.exe"
  WriteRegStr ${key} "UninstallString" "$\\"$INSTDIR\\uninstall.exe$\\" /AllUsers"
`,
  section: `Section Uninstall
  SetRegView 32
  DeleteRegKey ${key}
  RMDir /r "$INSTDIR"
SectionEnd
`,
});

/** What the file says of itself; a version has four numbers there. */
const aboutOf = (name: string, version: string, publisher: string): string => {
  const four = [...version.split('.'), '0', '0', '0'].slice(0, 4).join('.');
  const texts = {
    ProductName: name,
    CompanyName: publisher,
    FileDescription: name,
    FileVersion: four,
    ProductVersion: version,
    LegalCopyright: publisher,
  };
  const keys = Object.entries(texts).map(([key, text]) => `VIAddVersionKey "${key}" "${text}"\n`);
  return `VIProductVersion "${four}"\n${keys.join('')}`;
};

/** A setup program: for the machine in the 32-bit view, where most such programs write, or for one user. */
export const makeSetup = (
  folder: string,
  name: string,
  { version, program, scope, publisher = ours, exitCode, isFinishedByRestart = false, isBesideOlder = false }: Setup,
): string => {
  const root = scope === 'machine' ? 'HKLM' : 'HKCU';
  const place = scope === 'machine' ? 'C:\\Program Files (x86)' : '$LOCALAPPDATA\\Programs';
  const entry = isBesideOlder ? `${name} ${version}` : name;
  const key = `${root} "Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\${entry}"`;
  const uninstaller = isBesideOlder ? uninstallerOf(key) : { installed: '', section: '' };
  return nsis(
    folder,
    `setup-${name.replaceAll(/\W/g, '-')}-${scope}-${version}`,
    `Name "${name}"
${aboutOf(name, version, publisher)}RequestExecutionLevel ${scope === 'machine' ? 'admin' : 'user'}
InstallDir "${place}\\${entry}"
Section
  SetRegView 32
  SetOutPath "$INSTDIR"
  File "/oname=${name}.exe" "${program}"
  WriteRegStr ${key} "DisplayName" "${name}"
  WriteRegStr ${key} "DisplayVersion" "${version}"
  WriteRegStr ${key} "Publisher" "${publisher}"
  WriteRegStr ${key} "DisplayIcon" "$INSTDIR\\${name}.exe,0"
${uninstaller.installed}${isFinishedByRestart ? finishedByRestart : ''}${exitCode === undefined ? '' : `  SetErrorLevel ${exitCode}\n`}SectionEnd
${uninstaller.section}`,
  );
};
