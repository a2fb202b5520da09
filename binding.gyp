{
  # The addon builds with nothing but a C++ compiler: libpulse, libX11 and the like are opened at run time.
  # native/<concern>/ holds plain C++17, one file per operating system; native/binding/ alone knows N-API.
  'targets': [
    {
      'target_name': 'guildhall',
      'sources': [
        'native/binding/addon.cc',
        'native/binding/audio_endpoint_watch.cc',
        'native/binding/audio_endpoints.cc',
        'native/binding/gamepads.cc',
        'native/binding/host_process.cc',
        'native/binding/service_notify.cc',
        'native/binding/x_display.cc',
        'native/evdev/held_keys.cc',
        'native/gamepads/button_state.cc',
        'native/gamepads/guid.cc',
        'native/gamepads/mapping_database.cc',
        'native/gamepads/mapping_line.cc',
        'native/gamepads/pad_table.cc',
        'native/gamepads/standard_layout.cc',
      ],
      'include_dirs': ['native', '<!(node -p "require(\'node-addon-api\').include_dir")'],
      'defines': [
        'NAPI_VERSION=8',
        'NODE_ADDON_API_DISABLE_CPP_EXCEPTIONS',
        'NODE_ADDON_API_DISABLE_DEPRECATED',
      ],
      'conditions': [
        ['OS=="linux"', {
          'sources': [
            'native/audio-endpoint-watch/linux.cc',
            'native/audio-endpoints/linux.cc',
            'native/binding/evdev.cc',
            'native/dynamic-library/linux.cc',
            'native/evdev/capabilities.cc',
            'native/evdev/device_info.cc',
            'native/evdev/device_watch.cc',
            'native/evdev/event_filter.cc',
            'native/evdev/key_listener.cc',
            'native/evdev/open_device.cc',
            'native/evdev/reader.cc',
            'native/evdev/udev_monitor.cc',
            'native/gamepads/evdev_controls.cc',
            'native/gamepads/evdev_mapping.cc',
            'native/gamepads/linux.cc',
            'native/host-process/linux.cc',
            'native/pulse-connection/linux.cc',
            'native/service-notify/linux.cc',
            'native/x-display/linux.cc',
          ],
          'cflags_cc': ['-Wall', '-Wextra', '-fvisibility=hidden'],
          'libraries': ['-ldl'],
        }],
        ['OS=="win"', {
          'sources': [
            'native/audio-endpoint-watch/windows.cc',
            'native/audio-endpoints/windows.cc',
            'native/gamepads/windows.cc',
            'native/host-process/windows.cc',
            'native/service-notify/windows.cc',
            'native/x-display/windows.cc',
          ],
          'libraries': ['ole32.lib'],
        }],
        ['OS=="mac"', {
          'sources': [
            'native/audio-endpoint-watch/macos.mm',
            'native/audio-endpoints/macos.mm',
            'native/gamepads/macos.mm',
            'native/host-process/macos.mm',
            'native/service-notify/macos.mm',
            'native/x-display/macos.mm',
          ],
          'xcode_settings': {
            'CLANG_ENABLE_OBJC_ARC': 'YES',
            'MACOSX_DEPLOYMENT_TARGET': '11.0',
            'OTHER_LDFLAGS': ['-framework CoreAudio', '-framework CoreFoundation'],
          },
        }],
      ],
    },
  ],
}
