; The installer for one person, which make-windows-packages.mjs makes. /S is silent, /D=FOLDER as the last argument chooses the
; folder. The uninstaller keeps the data of the person; with /PURGE, or if the person says so, it removes them.
Unicode true
Target amd64-unicode
!include FileFunc.nsh
!include LogicLib.nsh
!include WinMessages.nsh

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Guildhall"
!define RUN "Software\Microsoft\Windows\CurrentVersion\Run"
!define CLI '"$INSTDIR\node.exe" "$INSTDIR\app\dist\cli\main.js"'

Name "Guildhall"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Guildhall"
; An upgrade goes where the former version is.
InstallDirRegKey HKCU "${UNINSTALL}" "InstallLocation"
RequestExecutionLevel user
!ifdef QUICK
  SetCompress off
!else
  SetCompressor /SOLID lzma
!endif
ShowInstDetails nevershow
ShowUninstDetails nevershow
VIProductVersion "${NUMBERS}"
VIAddVersionKey "ProductName" "Guildhall"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "Guildhall installer"
VIAddVersionKey "LegalCopyright" "MIT"
Page directory
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

; Reads PATH of the person into memory, as ;A;B; with place for one more folder. $1 is its address, and $2 that of
; ;FOLDER; in it, 0 if it is not there. Texts of NSIS end after 1024 characters, and PATH may be longer.
!macro ReadPath
  System::Call 'advapi32::RegGetValueW(p 0x80000001, w "Environment", w "Path", i 0x10000006, p 0, p 0, *i 2 r0) i .r3'
  StrLen $4 $INSTDIR
  IntOp $5 $4 * 2
  IntOp $5 $5 + $0
  IntOp $5 $5 + 16
  System::Alloc $5
  Pop $1
  System::Call 'kernel32::lstrcpyW(p r1, w ";")'
  ${If} $3 == 0
    IntPtrOp $6 $1 + 2
    System::Call 'advapi32::RegGetValueW(p 0x80000001, w "Environment", w "Path", i 0x10000006, p 0, p r6, *i r0r0)'
    System::Call 'kernel32::lstrcatW(p r1, w ";")'
  ${EndIf}
  System::Call 'shlwapi::StrStrIW(p r1, w ";$INSTDIR;") p .r2'
!macroend

; Writes what is in memory as PATH, without the semicolons around it, and tells other programs.
!macro WritePath
  System::Call 'kernel32::lstrlenW(p r1) i .r0'
  IntOp $0 $0 - 1
  ${If} $0 > 0
    IntOp $3 $0 * 2
    IntPtrOp $3 $1 + $3
    System::Call '*$3(&i2 0)'
    IntPtrOp $3 $1 + 2
    IntOp $0 $0 * 2
    System::Call 'advapi32::RegSetKeyValueW(p 0x80000001, w "Environment", w "Path", i 2, p r3, i r0)'
  ${Else}
    DeleteRegValue HKCU "Environment" "Path"
  ${EndIf}
  SendMessage ${HWND_BROADCAST} ${WM_WININICHANGE} 0 "STR:Environment" /TIMEOUT=5000
!macroend

Section
  SetOutPath "$INSTDIR"
  ${If} ${FileExists} "$INSTDIR\app\dist\cli\main.js"
    nsExec::Exec '${CLI} stop'
    Pop $0
    RMDir /r "$INSTDIR\app"
  ${EndIf}
  File /r "${TREE}/*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateDirectory "$SMPROGRAMS\Guildhall"
  CreateShortcut "$SMPROGRAMS\Guildhall\Guildhall console.lnk" "$INSTDIR\guildhall.cmd" "console" "" 0 SW_SHOWMINIMIZED
  CreateShortcut "$SMPROGRAMS\Guildhall\Uninstall Guildhall.lnk" "$INSTDIR\uninstall.exe"
  ; Without a window.
  WriteRegStr HKCU "${RUN}" "Guildhall" 'conhost.exe --headless ${CLI} start --no-open'
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Guildhall"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The Guildhall authors"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
  !insertmacro ReadPath
  ${If} $2 == 0
    System::Call 'kernel32::lstrcatW(p r1, w "$INSTDIR;")'
    !insertmacro WritePath
  ${EndIf}
  System::Free $1
  ExecShell "open" "$INSTDIR\node.exe" '"$INSTDIR\app\dist\cli\main.js" start --no-open' SW_HIDE
SectionEnd

Section Uninstall
  nsExec::Exec '${CLI} stop'
  Pop $0
  nsExec::Exec '${CLI} service uninstall'
  Pop $0
  DeleteRegValue HKCU "${RUN}" "Guildhall"
  DeleteRegKey HKCU "${UNINSTALL}"
  ; The name of notifications.
  DeleteRegKey HKCU "Software\Classes\AppUserModelId\Guildhall"
  !insertmacro ReadPath
  ${If} $2 != 0
    ; The rest moves over ;FOLDER.
    StrLen $4 ";$INSTDIR"
    IntOp $4 $4 * 2
    IntPtrOp $5 $2 + $4
    System::Call 'kernel32::lstrlenW(p r5) i .r6'
    IntOp $6 $6 + 1
    IntOp $6 $6 * 2
    System::Call 'kernel32::RtlMoveMemory(p r2, p r5, p r6)'
    !insertmacro WritePath
  ${EndIf}
  System::Free $1
  RMDir /r "$SMPROGRAMS\Guildhall"
  ; Only what was installed: the person may have chosen a folder with other files.
  RMDir /r "$INSTDIR\app"
  RMDir /r "$INSTDIR\licenses"
  Delete "$INSTDIR\node.exe"
  Delete "$INSTDIR\guildhall.cmd"
  Delete "$INSTDIR\opus.dll"
  Delete "$INSTDIR\speexdsp.dll"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/PURGE" $1
  ${If} ${Errors}
    MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "Also remove your data: your guilds, messages, settings and permissions?" /SD IDNO IDNO kept
  ${EndIf}
  RMDir /r "$LOCALAPPDATA\guildhall"
  kept:
SectionEnd
