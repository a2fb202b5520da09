#!/bin/sh
# The first process of the guest. Without a disk its root is in memory. With one, everything that changes is written to
# the disk, where the next boot finds it: the root is an overlay of both.
set -e
if [ -n "$guildhall_disk" ]; then
  mount -t devtmpfs devtmpfs /dev
  mount -t proc proc /proc
  modprobe --all virtio_pci virtio_blk ext4 overlay
  mkdir -p /disk /lower /merged
  mount -t ext4 /dev/vda /disk
  mkdir -p /disk/upper /disk/work
  mount --bind / /lower
  mount -t overlay -o lowerdir=/lower,upperdir=/disk/upper,workdir=/disk/work overlay /merged
  umount /proc /dev
  cd /merged
  mount --move . /
  exec chroot . /usr/lib/systemd/systemd
fi
exec /usr/lib/systemd/systemd
