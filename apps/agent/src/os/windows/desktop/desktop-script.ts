/**
 * A service has no desktop. Windows lets it show a message in somebody's session and gives it the answer
 * (WTSSendMessage): nothing of ours runs as that user, and nobody else can answer. To end programs gently it has the
 * Restart Manager, as installers use it; messages to windows do not cross sessions. One JSON object on a line, for the
 * PowerShell 5.1 that every Windows has: `sessions`, `ask` with a question, `open` with names, `close` or `end` with
 * process ids. What it says is read by desktop-lines.ts; a change here needs the conversations in `recorded` anew.
 */
export const desktopScript = String.raw`
$ErrorActionPreference = 'Stop'
$out = New-Object System.IO.StreamWriter([Console]::OpenStandardOutput(), (New-Object System.Text.UTF8Encoding $false))
$out.AutoFlush = $true
function Say($what) { $out.WriteLine((ConvertTo-Json -InputObject $what -Compress -Depth 4)) }

Say ([ordered]@{ say = 'hello'; protocol = 1 })
Add-Type -TypeDefinition @'
using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Runtime.InteropServices;
using System.Runtime.InteropServices.ComTypes;
public static class Desktop {
  [StructLayout(LayoutKind.Sequential)] struct Info { public int Id; public IntPtr Station; public int State; }
  [StructLayout(LayoutKind.Sequential)] struct Process { public int Id; public FILETIME Start; }
  [DllImport("wtsapi32.dll", SetLastError = true)]
  static extern bool WTSEnumerateSessionsW(IntPtr server, int reserved, int version, out IntPtr list, out int count);
  [DllImport("wtsapi32.dll")] static extern void WTSFreeMemory(IntPtr memory);
  [DllImport("wtsapi32.dll", SetLastError = true)]
  static extern bool WTSQuerySessionInformationW(IntPtr server, int session, int what, out IntPtr text, out int bytes);
  [DllImport("wtsapi32.dll", CharSet = CharSet.Unicode, SetLastError = true)]
  static extern bool WTSSendMessageW(IntPtr server, int session, string title, int titleBytes, string text, int textBytes,
    int style, int seconds, out int answer, bool wait);
  [DllImport("rstrtmgr.dll", CharSet = CharSet.Unicode)]
  static extern int RmStartSession(out uint session, int flags, string key);
  [DllImport("rstrtmgr.dll", CharSet = CharSet.Unicode)]
  static extern int RmRegisterResources(uint session, int files, string[] names, int processes, Process[] list,
    int services, string[] serviceNames);
  [DllImport("rstrtmgr.dll")] static extern int RmShutdown(uint session, int flags, IntPtr progress);
  [DllImport("rstrtmgr.dll")] static extern int RmEndSession(uint session);
  const int UserName = 5;

  public static Dictionary<int, string[]> Sessions() {
    IntPtr list; int count;
    if (!WTSEnumerateSessionsW(IntPtr.Zero, 0, 1, out list, out count)) throw new Win32Exception();
    var found = new Dictionary<int, string[]>();
    int size = Marshal.SizeOf(typeof(Info));
    for (int i = 0; i < count; i++) {
      var info = (Info)Marshal.PtrToStructure(new IntPtr(list.ToInt64() + i * size), typeof(Info));
      IntPtr text; int bytes;
      if (!WTSQuerySessionInformationW(IntPtr.Zero, info.Id, UserName, out text, out bytes)) continue;
      found[info.Id] = new string[] { Marshal.PtrToStringUni(text), info.State.ToString() };
      WTSFreeMemory(text);
    }
    WTSFreeMemory(list);
    return found;
  }
  public static int Ask(int session, string title, string text, int style, int seconds) {
    int answer;
    if (!WTSSendMessageW(IntPtr.Zero, session, title, title.Length * 2, text, text.Length * 2, style, seconds, out answer, true))
      throw new Win32Exception();
    return answer;
  }
  public static int Close(int[] ids) {
    var list = new List<Process>();
    foreach (int id in ids) {
      try {
        long start = System.Diagnostics.Process.GetProcessById(id).StartTime.ToFileTime();
        FILETIME time; time.dwLowDateTime = (int)start; time.dwHighDateTime = (int)(start >> 32);
        Process one; one.Id = id; one.Start = time;
        list.Add(one);
      } catch (ArgumentException) { }
    }
    if (list.Count == 0) return 0;
    uint session;
    int code = RmStartSession(out session, 0, Guid.NewGuid().ToString("N"));
    if (code != 0) return code;
    try {
      code = RmRegisterResources(session, 0, null, list.Count, list.ToArray(), 0, null);
      return code != 0 ? code : RmShutdown(session, 0, IntPtr.Zero);
    } finally { RmEndSession(session); }
  }
}
'@

$verb = $args[0]
$rest = @($args | Select-Object -Skip 1)
try {
  if ($verb -eq 'sessions') {
    foreach ($entry in [Desktop]::Sessions().GetEnumerator()) {
      $user = $entry.Value[0]
      # 0 active, 4 disconnected: signed in both, but only at the first does somebody sit.
      $state = [int]$entry.Value[1]
      if ($user -and ($state -eq 0 -or $state -eq 4)) {
        Say ([ordered]@{ say = 'session'; id = [int]$entry.Key; user = $user; isActive = ($state -eq 0) })
      }
    }
  }
  if ($verb -eq 'ask') {
    $question = [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String($rest[0])) | ConvertFrom-Json
    $answer = [Desktop]::Ask($question.session, $question.title, $question.text, $question.style, $question.seconds)
    Say ([ordered]@{ say = 'answer'; button = [int]$answer })
  }
  if ($verb -eq 'open') {
    foreach ($process in (Get-Process)) {
      $name = $process.ProcessName + '.exe'
      # Session 0 is that of services.
      if ($process.SessionId -ne 0 -and $rest -contains $name) {
        Say ([ordered]@{ say = 'open'; pid = [int]$process.Id; name = $name })
      }
    }
  }
  if ($verb -eq 'close') { Say ([ordered]@{ say = 'closed'; code = [int][Desktop]::Close([int[]]$rest) }) }
  if ($verb -eq 'end') {
    Stop-Process -Id ([int[]]$rest) -Force -ErrorAction SilentlyContinue
    Say ([ordered]@{ say = 'closed'; code = 0 })
  }
} catch {
  Say ([ordered]@{ say = 'failed'; message = [string]$_.Exception.Message })
}
Say ([ordered]@{ say = 'end' })
`;
