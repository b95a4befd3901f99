@echo off
rem Double-click this file: it opens the board in the browser.
title Branan
cd /d "%~dp0"
echo The board opens in your browser. Close this window, or press Ctrl-C, to stop it.
branan.exe board
if errorlevel 1 (
    echo It could not start. "branan doctor" may say why.
    pause
)
