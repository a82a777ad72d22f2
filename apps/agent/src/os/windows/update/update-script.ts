/**
 * Windows Update has no program to ask, only COM objects. This script asks them and says what they answer, one JSON
 * object on a line: `search`, or `install` with the numbers of articles. Written for the PowerShell 5.1 that every
 * Windows has. What it says is read by update-lines.ts; a change here needs the conversations in `recorded` anew.
 */
export const updateScript = String.raw`
$ErrorActionPreference = 'Stop'
$out = New-Object System.IO.StreamWriter([Console]::OpenStandardOutput(), (New-Object System.Text.UTF8Encoding $false))
$out.AutoFlush = $true
function Say($what) { $out.WriteLine((ConvertTo-Json -InputObject $what -Compress -Depth 4)) }

Say ([ordered]@{ say = 'hello'; protocol = 1 })
$verb = $args[0]
$articles = @($args | Select-Object -Skip 1)
$step = 'search'

function SayOffer($update) {
  $class = $null
  foreach ($category in $update.Categories) { if ($category.Type -eq 'UpdateClassification') { $class = $category } }
  $classificationId = ''
  $classification = ''
  if ($class) { $classificationId = [string]$class.CategoryID; $classification = [string]$class.Name }
  Say ([ordered]@{
    say = 'offer'
    updateId = [string]$update.Identity.UpdateID
    revision = [int]$update.Identity.RevisionNumber
    kbs = @($update.KBArticleIDs | ForEach-Object { [string]$_ })
    title = [string]$update.Title
    classificationId = $classificationId
    classification = $classification
    severity = [string]$update.MsrcSeverity
    isRestartRequired = [bool]$update.RebootRequired
  })
}

try {
  $session = New-Object -ComObject Microsoft.Update.Session
  $session.ClientApplicationID = 'Patchkeep'
  $searcher = $session.CreateUpdateSearcher()
  $offered = $searcher.Search('IsInstalled=0 and IsHidden=0').Updates

  if ($verb -eq 'search') {
    foreach ($update in $offered) { SayOffer $update }
    foreach ($update in $searcher.Search('RebootRequired=1').Updates) { SayOffer $update }
    $installed = New-Object System.Collections.ArrayList
    foreach ($update in $searcher.Search('IsInstalled=1').Updates) {
      if (-not $update.RebootRequired) { foreach ($kb in $update.KBArticleIDs) { [void]$installed.Add([string]$kb) } }
    }
    foreach ($fix in (Get-CimInstance -ClassName Win32_QuickFixEngineering)) {
      if ($fix.HotFixID -match '^KB(\d+)$') { [void]$installed.Add($Matches[1]) }
    }
    Say ([ordered]@{ say = 'installed'; kbs = @($installed) })
  }

  if ($verb -eq 'install') {
    $chosen = New-Object -ComObject Microsoft.Update.UpdateColl
    foreach ($update in $offered) {
      if (@($update.KBArticleIDs | Where-Object { $articles -contains $_ }).Count -eq 0) { continue }
      SayOffer $update
      [void]$chosen.Add($update)
    }
    $step = 'install'
    $installer = $session.CreateUpdateInstaller()
    if ($chosen.Count -gt 0 -and $installer.RebootRequiredBeforeInstallation) {
      Say ([ordered]@{ say = 'restartFirst' })
    } elseif ($chosen.Count -gt 0) {
      $step = 'eula'
      foreach ($update in $chosen) {
        if ($update.EulaAccepted) { continue }
        $update.AcceptEula()
        Say ([ordered]@{ say = 'eula'; updateId = [string]$update.Identity.UpdateID })
      }
      $step = 'download'
      $downloader = $session.CreateUpdateDownloader()
      $downloader.Updates = $chosen
      $fetched = $downloader.Download()
      $ready = New-Object -ComObject Microsoft.Update.UpdateColl
      for ($i = 0; $i -lt $chosen.Count; $i++) {
        $update = $chosen.Item($i)
        $result = $fetched.GetUpdateResult($i)
        Say ([ordered]@{
          say = 'downloaded'
          updateId = [string]$update.Identity.UpdateID
          resultCode = [int]$result.ResultCode
          hresult = [int]$result.HResult
        })
        if ($update.IsDownloaded) { [void]$ready.Add($update) }
      }
      $step = 'install'
      if ($ready.Count -gt 0) {
        $installer.AllowSourcePrompts = $false
        $installer.ForceQuiet = $true
        $installer.Updates = $ready
        $finished = $installer.Install()
        for ($i = 0; $i -lt $ready.Count; $i++) {
          $result = $finished.GetUpdateResult($i)
          Say ([ordered]@{
            say = 'done'
            updateId = [string]$ready.Item($i).Identity.UpdateID
            resultCode = [int]$result.ResultCode
            hresult = [int]$result.HResult
            isRestartRequired = [bool]$result.RebootRequired
          })
        }
      }
    }
  }
} catch {
  # PowerShell wraps what COM throws; the innermost one has Windows Update's own number.
  $cause = $_.Exception
  while ($cause.InnerException) { $cause = $cause.InnerException }
  Say ([ordered]@{ say = 'failed'; step = $step; hresult = [int]$cause.HResult; message = [string]$cause.Message })
}
Say ([ordered]@{ say = 'end' })
`;
