// UNTESTED: compiled for Windows, never run there.
// Active endpoints of the MMDevice API. Their ids hold the UUID that hardware vendors report.
// initguid.h must come first, so that the GUIDs and property keys below are defined here; their order
// matters.
// clang-format off
#include <initguid.h>
#include <windows.h>
#include <mmdeviceapi.h>
#include <functiondiscoverykeys_devpkey.h>
#include <propvarutil.h>
// clang-format on

#include "audio-endpoints/audio_endpoints.h"
#include "windows/device_place.h"
#include "windows/text.h"

namespace guildhall {
namespace {

// Releases a COM object at the end of its scope.
template <typename T>
class ComPointer {
 public:
  ComPointer() = default;
  ~ComPointer() {
    if (pointer_ != nullptr) pointer_->Release();
  }
  ComPointer(const ComPointer&) = delete;
  ComPointer& operator=(const ComPointer&) = delete;
  T** Receive() { return &pointer_; }
  T* operator->() const { return pointer_; }

 private:
  T* pointer_ = nullptr;
};

// Initializes COM on the calling thread.
class ComApartment {
 public:
  ComApartment() : result_(CoInitializeEx(nullptr, COINIT_MULTITHREADED)) {}
  ~ComApartment() {
    if (SUCCEEDED(result_)) CoUninitialize();
  }
  ComApartment(const ComApartment&) = delete;
  ComApartment& operator=(const ComApartment&) = delete;
  // A thread that already has another kind of apartment can be used as it is.
  bool usable() const { return SUCCEEDED(result_) || result_ == RPC_E_CHANGED_MODE; }

 private:
  const HRESULT result_;
};

std::string IdOf(IMMDevice* device) {
  LPWSTR id = nullptr;
  if (FAILED(device->GetId(&id))) return "";
  std::string utf8 = ToUtf8(id);
  CoTaskMemFree(id);
  return utf8;
}

std::string NameOf(IMMDevice* device) {
  ComPointer<IPropertyStore> properties;
  if (FAILED(device->OpenPropertyStore(STGM_READ, properties.Receive()))) return "";
  PROPVARIANT value;
  PropVariantInit(&value);
  std::string name;
  if (SUCCEEDED(properties->GetValue(PKEY_Device_FriendlyName, &value)) && value.vt == VT_LPWSTR &&
      value.pwszVal != nullptr) {
    name = ToUtf8(value.pwszVal);
  }
  PropVariantClear(&value);
  return name;
}

bool ListDirection(IMMDeviceEnumerator* enumerator, EDataFlow flow, std::vector<AudioEndpoint>& endpoints) {
  std::string default_id;
  {
    ComPointer<IMMDevice> device;
    if (SUCCEEDED(enumerator->GetDefaultAudioEndpoint(flow, eConsole, device.Receive()))) {
      default_id = IdOf(device.operator->());
    }
  }
  ComPointer<IMMDeviceCollection> devices;
  if (FAILED(enumerator->EnumAudioEndpoints(flow, DEVICE_STATE_ACTIVE, devices.Receive()))) return false;
  UINT count = 0;
  if (FAILED(devices->GetCount(&count))) return false;
  for (UINT index = 0; index < count; ++index) {
    ComPointer<IMMDevice> device;
    // An endpoint that was disconnected meanwhile is skipped.
    if (FAILED(devices->Item(index, device.Receive()))) continue;
    const std::string id = IdOf(device.operator->());
    if (id.empty()) continue;
    const std::string name = NameOf(device.operator->());
    const std::string place = PlaceOfDevice(L"SWD\\MMDEVAPI\\" + ToWide(id));
    endpoints.push_back({id, name.empty() ? id : name, place, flow == eCapture, id == default_id});
  }
  return true;
}

}  // namespace

AudioEndpointList ListAudioEndpoints(std::chrono::milliseconds) {
  // MMDevice is a service of this machine; its calls have no timeout.
  ComApartment apartment;
  if (!apartment.usable()) return {SoundService::kAbsent, {}};
  ComPointer<IMMDeviceEnumerator> enumerator;
  const HRESULT created =
      CoCreateInstance(__uuidof(MMDeviceEnumerator), nullptr, CLSCTX_ALL, __uuidof(IMMDeviceEnumerator),
                       reinterpret_cast<void**>(enumerator.Receive()));
  if (FAILED(created)) return {SoundService::kAbsent, {}};
  AudioEndpointList list{SoundService::kAnswered, {}};
  if (!ListDirection(enumerator.operator->(), eRender, list.endpoints) ||
      !ListDirection(enumerator.operator->(), eCapture, list.endpoints)) {
    return {SoundService::kSilent, {}};
  }
  return list;
}

}  // namespace guildhall
