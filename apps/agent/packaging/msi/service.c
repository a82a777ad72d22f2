/*
 * Node knows nothing of Windows' service control, so this small program is the service: it starts the agent beside
 * it, starts it again when it ends, and takes it along when the service is stopped. Ending the agent at any moment is
 * safe: its journal is made for that.
 */
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <wchar.h>
#include "folder.h"

static const DWORD restart_ms = 60000;
static WCHAR service_name[] = L"PatchkeepAgent";
static SERVICE_STATUS_HANDLE status_handle;
static HANDLE stop_event;

static void report(DWORD state, DWORD exit_code) {
  SERVICE_STATUS status = {0};
  status.dwServiceType = SERVICE_WIN32_OWN_PROCESS;
  status.dwCurrentState = state;
  status.dwControlsAccepted = state == SERVICE_RUNNING ? SERVICE_ACCEPT_STOP | SERVICE_ACCEPT_SHUTDOWN : 0;
  status.dwWin32ExitCode = exit_code;
  SetServiceStatus(status_handle, &status);
}

static DWORD WINAPI control(DWORD code, DWORD type, void *data, void *context) {
  (void)type, (void)data, (void)context;
  if (code == SERVICE_CONTROL_STOP || code == SERVICE_CONTROL_SHUTDOWN) {
    report(SERVICE_STOP_PENDING, NO_ERROR);
    SetEvent(stop_event);
  }
  return code == SERVICE_CONTROL_INTERROGATE || code == SERVICE_CONTROL_STOP || code == SERVICE_CONTROL_SHUTDOWN
             ? NO_ERROR
             : ERROR_CALL_NOT_IMPLEMENTED;
}

/* "C:\...\patchkeep-agent.exe" run: the full path in quotes, from the folder this program lies in. */
static BOOL agent_command(WCHAR *command, size_t size) {
  WCHAR self[MAX_PATH];
  DWORD length = GetModuleFileNameW(NULL, self, MAX_PATH);
  if (length == 0 || length >= MAX_PATH) return FALSE;
  WCHAR *slash = wcsrchr(self, L'\\');
  if (!slash) return FALSE;
  *slash = 0;
  return _snwprintf(command, size, L"\"%ls\\patchkeep-agent.exe\" run", self) > 0;
}

static BOOL start_agent(HANDLE job, PROCESS_INFORMATION *process) {
  WCHAR command[MAX_PATH + 64];
  if (!agent_command(command, MAX_PATH + 64)) return FALSE;
  SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
  HANDLE nul = CreateFileW(L"NUL", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
                           OPEN_EXISTING, 0, NULL);
  STARTUPINFOW startup = {0};
  startup.cb = sizeof startup;
  startup.dwFlags = STARTF_USESTDHANDLES;
  startup.hStdInput = startup.hStdOutput = startup.hStdError = nul;
  DWORD flags = CREATE_NO_WINDOW | CREATE_SUSPENDED | BELOW_NORMAL_PRIORITY_CLASS;
  BOOL started = CreateProcessW(NULL, command, NULL, NULL, TRUE, flags, NULL, NULL, &startup, process);
  CloseHandle(nul);
  if (!started) return FALSE;
  /* The job takes the agent along even if this program is killed. */
  AssignProcessToJobObject(job, process->hProcess);
  ResumeThread(process->hThread);
  CloseHandle(process->hThread);
  return TRUE;
}

static void WINAPI service_main(DWORD count, WCHAR **names) {
  (void)count, (void)names;
  status_handle = RegisterServiceCtrlHandlerExW(service_name, control, NULL);
  if (!status_handle) return;
  stop_event = CreateEventW(NULL, TRUE, FALSE, NULL);
  HANDLE job = CreateJobObjectW(NULL, NULL);
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {0};
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
  SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
  report(SERVICE_RUNNING, NO_ERROR);
  for (;;) {
    PROCESS_INFORMATION process = {0};
    if (start_agent(job, &process)) {
      HANDLE either[] = {stop_event, process.hProcess};
      DWORD what = WaitForMultipleObjects(2, either, FALSE, INFINITE);
      if (what == WAIT_OBJECT_0) {
        TerminateProcess(process.hProcess, 0);
        WaitForSingleObject(process.hProcess, 5000);
      }
      CloseHandle(process.hProcess);
      if (what == WAIT_OBJECT_0) break;
    }
    if (WaitForSingleObject(stop_event, restart_ms) == WAIT_OBJECT_0) break;
  }
  CloseHandle(job);
  report(SERVICE_STOPPED, NO_ERROR);
}

/* Without arguments it is the service; with them it answers the agent and the installer. */
int wmain(int count, WCHAR **given) {
  if (count == 3 && !wcscmp(given[1], L"describe-folder")) return describe_folder(given[2]);
  if (count == 3 && !wcscmp(given[1], L"make-folder")) return make_path(given[2]);
  if (count == 2 && !wcscmp(given[1], L"make-state-folder")) return make_state_folder();
  if (count == 2 && !wcscmp(given[1], L"local-drives")) return print_local_drives();
  if (count > 1) return ERROR_INVALID_PARAMETER;
  SERVICE_TABLE_ENTRYW table[] = {{service_name, service_main}, {NULL, NULL}};
  return StartServiceCtrlDispatcherW(table) ? 0 : (int)GetLastError();
}
