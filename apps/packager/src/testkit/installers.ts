import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Identity } from './authority.ts';
import { runTool } from './tools.ts';

export const productCode = '{11111111-2222-3333-4444-555555555555}';

/** A setup by NSIS that installs nothing; `shown` is the version that it shows to people. */
export const makeSetup = (folder: string, name: string, version: string, more = '', shown = version): string => {
  const script = `Unicode true
OutFile "${name}"
Name "Example"
VIProductVersion "${version}.0"
VIAddVersionKey "ProductName" "Example Tool"
VIAddVersionKey "CompanyName" "Vendor GmbH"
VIAddVersionKey "FileVersion" "${version}.0"
VIAddVersionKey "ProductVersion" "${shown}"
VIAddVersionKey "FileDescription" "Example Tool"
VIAddVersionKey "LegalCopyright" "Vendor GmbH"
${more}
Section
SectionEnd
`;
  writeFileSync(join(folder, `${name}.nsi`), script);
  runTool(folder, 'makensis', '-V1', `${name}.nsi`);
  return join(folder, name);
};

export const upgradeCode = '{AAAAAAAA-2222-3333-4444-555555555555}';

interface MsiParts {
  /** Its files lie in it, not beside it. */
  isWhole?: boolean;
  architecture?: 'x64' | 'x86';
  product?: string;
  /** Further elements of the product. */
  more?: string;
}

/** An MSI that installs one small file: its own source, so what stands in `more` also lies packed in it. */
export const makeMsi = (folder: string, name: string, version: string, parts: MsiParts = {}): string => {
  const { isWhole = true, architecture = 'x64', product = productCode, more = '' } = parts;
  const source = `<?xml version="1.0"?>
<Wix xmlns="http://schemas.microsoft.com/wix/2006/wi">
  <Product Id="${product}" Name="Example Tool" Version="${version}" Language="1033" Manufacturer="Vendor GmbH"
      UpgradeCode="${upgradeCode}">
    <Package InstallerVersion="200" Compressed="yes" InstallScope="perMachine"/>
    <Media Id="1" Cabinet="p.cab" EmbedCab="${isWhole ? 'yes' : 'no'}"/>
    ${more}
    <Directory Id="TARGETDIR" Name="SourceDir"><Directory Id="ProgramFiles64Folder"><Directory Id="I" Name="E">
      <Component Id="C" Guid="{BBBBBBBB-2222-3333-4444-555555555555}"><File Id="F" Source="${name}.wxs" KeyPath="yes"/></Component>
    </Directory></Directory></Directory>
    <Feature Id="M" Level="1"><ComponentRef Id="C"/></Feature>
  </Product>
</Wix>`;
  writeFileSync(join(folder, `${name}.wxs`), source);
  runTool(folder, 'wixl', '-a', architecture, '-o', name, `${name}.wxs`);
  return join(folder, name);
};

/** Signs a file; `more` are further words for osslsigncode, such as -nest. */
export const sign = (path: string, out: string, { certificate, key }: Identity, ...more: string[]): string => {
  runTool('/', 'osslsigncode', 'sign', '-certs', certificate, '-key', key, ...more, '-in', path, '-out', out);
  return out;
};

/** Puts the signature of one file into another, where it does not hold. */
export const borrowSignature = (from: string, to: string, out: string): string => {
  const signature = `${out}.signature`;
  runTool('/', 'osslsigncode', 'extract-signature', '-in', from, '-out', signature);
  // It complains of what it wrote.
  spawnSync('osslsigncode', ['attach-signature', '-sigin', signature, '-in', to, '-out', out]);
  return out;
};
