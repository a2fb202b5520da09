#pragma once

#include <cstdint>

#include "dynamic-library/dynamic_library.h"

namespace guildhall {

// The part of libpulse's stable ABI (libpulse.so.0) that is used here.
struct pa_mainloop;
struct pa_mainloop_api;
struct pa_context;
struct pa_operation;
struct pa_proplist;

struct pa_sample_spec {
  int format;
  uint32_t rate;
  uint8_t channels;
};
constexpr int kPulseMaxChannels = 32;
struct pa_channel_map {
  uint8_t channels;
  int map[kPulseMaxChannels];
};
struct pa_cvolume {
  uint8_t channels;
  uint32_t values[kPulseMaxChannels];
};
// The common beginning of pa_sink_info and pa_source_info. Later fields are never accessed.
struct pa_device_info {
  const char* name;
  uint32_t index;
  const char* description;
  pa_sample_spec sample_spec;
  pa_channel_map channel_map;
  uint32_t owner_module;
  pa_cvolume volume;
  int mute;
  uint32_t monitor;  // of a source: the sink that it monitors
  const char* monitor_name;
  uint64_t latency;
  const char* driver;
  int flags;
  pa_proplist* properties;
};
struct pa_server_info {
  const char* user_name;
  const char* host_name;
  const char* server_version;
  const char* server_name;
  pa_sample_spec sample_spec;
  const char* default_sink_name;
  const char* default_source_name;
};
constexpr uint32_t kPulseInvalidIndex = UINT32_MAX;

using pa_device_callback = void(pa_context*, const pa_device_info*, int end, void* user);
using pa_server_callback = void(pa_context*, const pa_server_info*, void* user);
using pa_event_callback = void(pa_context*, int event, uint32_t index, void* user);
using pa_success_callback = void(pa_context*, int success, void* user);

// libpulse, opened at run time by `LoadFunctions`.
struct LibPulse {
  DynamicLibrary library{"libpulse.so.0"};
  pa_mainloop* (*mainloop_new)();
  void (*mainloop_free)(pa_mainloop*);
  pa_mainloop_api* (*mainloop_get_api)(pa_mainloop*);
  int (*mainloop_prepare)(pa_mainloop*, int timeout_us);
  int (*mainloop_poll)(pa_mainloop*);
  int (*mainloop_dispatch)(pa_mainloop*);
  void (*mainloop_wakeup)(pa_mainloop*);
  pa_context* (*context_new)(pa_mainloop_api*, const char* name);
  void (*context_unref)(pa_context*);
  int (*context_connect)(pa_context*, const char* server, int flags, const void* spawn_api);
  void (*context_disconnect)(pa_context*);
  int (*context_get_state)(const pa_context*);
  void (*context_set_event_callback)(pa_context*, pa_event_callback*, void* user);
  pa_operation* (*context_subscribe)(pa_context*, int mask, pa_success_callback*, void* user);
  pa_operation* (*get_server_info)(pa_context*, pa_server_callback*, void* user);
  pa_operation* (*get_sinks)(pa_context*, pa_device_callback*, void* user);
  pa_operation* (*get_sources)(pa_context*, pa_device_callback*, void* user);
  int (*operation_get_state)(const pa_operation*);
  void (*operation_cancel)(pa_operation*);
  void (*operation_unref)(pa_operation*);
  const char* (*property)(const pa_proplist*, const char* key);

  LibPulse();
};

}  // namespace guildhall
