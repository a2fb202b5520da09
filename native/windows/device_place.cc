// UNTESTED: compiled for Windows, never run there with a device.
// initguid.h must come first, so that the property keys are defined here; the order matters.
// clang-format off
#include <initguid.h>
#include <windows.h>
#include <cfgmgr32.h>
#include <devpkey.h>
#include <objbase.h>
// clang-format on

#include "windows/device_place.h"

#include "dynamic-library/dynamic_library.h"
#include "windows/text.h"

namespace guildhall {
namespace {

// The container of what is built into the computer.
constexpr GUID kComputer = {0x00000000, 0x0000, 0x0000, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}};

// The configuration manager. Not all versions, and not all headers, have its functions for properties.
struct ConfigurationManager {
  DynamicLibrary library{"cfgmgr32.dll"};
  CONFIGRET(WINAPI* locate)(PDEVINST device, DEVINSTID_W instance, ULONG flags);
  CONFIGRET(WINAPI* device_property)
  (DEVINST device, const DEVPROPKEY* key, DEVPROPTYPE* type, PBYTE value, PULONG size, ULONG flags);
  CONFIGRET(WINAPI* interface_property)
  (LPCWSTR path, const DEVPROPKEY* key, DEVPROPTYPE* type, PBYTE value, PULONG size, ULONG flags);

  ConfigurationManager() {
    library.Load(locate, "CM_Locate_DevNodeW");
    library.Load(device_property, "CM_Get_DevNode_PropertyW");
    library.Load(interface_property, "CM_Get_Device_Interface_PropertyW");
  }
};

}  // namespace

std::string PlaceOfDevice(const std::wstring& instance) {
  const ConfigurationManager* manager = LoadFunctions<ConfigurationManager>();
  if (manager == nullptr) return "";
  std::wstring id(instance);
  DEVINST device = 0;
  if (manager->locate(&device, id.data(), 0) != CR_SUCCESS) return "";
  GUID container{};
  DEVPROPTYPE type = 0;
  ULONG size = sizeof container;
  const CONFIGRET got = manager->device_property(device, &DEVPKEY_Device_ContainerId, &type,
                                                 reinterpret_cast<PBYTE>(&container), &size, 0);
  if (got != CR_SUCCESS || type != DEVPROP_TYPE_GUID || IsEqualGUID(container, kComputer)) return "";
  wchar_t text[40] = {};
  if (StringFromGUID2(container, text, 40) == 0) return "";
  return "container:" + ToUtf8(text);
}

std::string PlaceOfInterface(const std::wstring& path) {
  const ConfigurationManager* manager = LoadFunctions<ConfigurationManager>();
  if (manager == nullptr) return "";
  wchar_t instance[MAX_DEVICE_ID_LEN + 1] = {};
  DEVPROPTYPE type = 0;
  ULONG size = sizeof instance - sizeof *instance;
  const CONFIGRET got = manager->interface_property(path.c_str(), &DEVPKEY_Device_InstanceId, &type,
                                                    reinterpret_cast<PBYTE>(instance), &size, 0);
  return got == CR_SUCCESS && type == DEVPROP_TYPE_STRING ? PlaceOfDevice(instance) : "";
}

}  // namespace guildhall
