/**
 * A service may not simply start a program as somebody: that needs their password, or their session's token, which only
 * native code can take. The Task Scheduler does it for a user who is signed in, without any password, and tells the
 * exit code. One JSON object on a line; what it says is read by as-user.ts, and a change here needs the conversations in
 * `recorded` anew. The argument is the user, the program and its command line, as JSON in base64.
 */
export const asUserScript = String.raw`
$ErrorActionPreference = 'Stop'
$out = New-Object System.IO.StreamWriter([Console]::OpenStandardOutput(), (New-Object System.Text.UTF8Encoding $false))
$out.AutoFlush = $true
function Say($what) { $out.WriteLine((ConvertTo-Json -InputObject $what -Compress -Depth 4)) }

Say ([ordered]@{ say = 'hello'; protocol = 1 })
$given = [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String($args[0])) | ConvertFrom-Json
$name = 'Patchkeep ' + [guid]::NewGuid()
# The Task Scheduler's own words for "has not run yet" and "is running".
$unfinished = 0x41303, 0x41301
try {
  if ($given.line) { $action = New-ScheduledTaskAction -Execute $given.program -Argument $given.line }
  else { $action = New-ScheduledTaskAction -Execute $given.program }
  $principal = New-ScheduledTaskPrincipal -UserId $given.user -LogonType Interactive -RunLevel Limited
  $settings = New-ScheduledTaskSettingsSet -AllowStartIfOnBatteries -DontStopIfGoingOnBatteries -ExecutionTimeLimit (New-TimeSpan -Hours 1)
  Register-ScheduledTask -TaskName $name -Action $action -Principal $principal -Settings $settings | Out-Null
  try {
    Start-ScheduledTask -TaskName $name
    do {
      Start-Sleep -Seconds 1
      $result = (Get-ScheduledTaskInfo -TaskName $name).LastTaskResult
    } while ($unfinished -contains $result)
    Say ([ordered]@{ say = 'ended'; exitCode = [long]$result })
  } finally {
    Unregister-ScheduledTask -TaskName $name -Confirm:$false
  }
} catch {
  Say ([ordered]@{ say = 'failed'; message = [string]$_.Exception.Message })
}
Say ([ordered]@{ say = 'end' })
`;
