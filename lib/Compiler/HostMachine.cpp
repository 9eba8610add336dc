//===- HostMachine.cpp - The host processor ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sets up code generators for the host. One reads the features of the processor
// when it is made and again when it meets its first function, which takes a
// tenth of the time of a small kernel; so those that are done with are kept.
//
//===----------------------------------------------------------------------===//

#include "weft/Compiler/HostMachine.h"
#include "weft/Compiler/MachineCode.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

#include <mutex>
#include <unistd.h>

using namespace llvm;
using namespace weft;

/// A line of the cache of instructions.
static constexpr unsigned kLoopAlignment = 64;

Expected<orc::JITTargetMachineBuilder> weft::detectHost() {
  static std::once_flag initialized;
  std::call_once(initialized, [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
  });
  return orc::JITTargetMachineBuilder::detectHost();
}

/// The description that a processor starts from.
static Machine findNearest(StringRef name) {
  if (std::optional<Machine> measured = Machine::find(name))
    return *measured;
  // The nearest known one of the family.
  bool isEarly = name == "znver1" || name == "znver2";
  StringRef family = isEarly                     ? "znver3"
                     : name.starts_with("znver") ? "znver5"
                                                 : "generic";
  Machine machine = *Machine::find(family);
  machine.name = name.str();
  return machine;
}

static Machine detectMachine() {
  Machine machine = findNearest(sys::getHostCPUName());
  machine.vectorBits = CodeGenerator::getVectorBits();
  machine.vectorMasks = CodeGenerator::hasVectorMasks();
  machine.vectorRegisters = machine.vectorMasks ? 32 : 16;
  machine.fastGathers = CodeGenerator::hasFastGathers();
  auto read = [](int name, int64_t &size) {
    if (long known = sysconf(name); known > 0)
      size = known;
  };
  read(_SC_LEVEL1_DCACHE_LINESIZE, machine.cacheLineBytes);
  read(_SC_LEVEL1_DCACHE_SIZE, machine.l1Bytes);
  read(_SC_LEVEL2_CACHE_SIZE, machine.l2Bytes);
  read(_SC_LEVEL3_CACHE_SIZE, machine.l3Bytes);
  return machine;
}

Machine weft::describeHost() {
  static const Machine machine = detectMachine();
  return machine;
}

mlir::FailureOr<Machine> weft::findMachine(mlir::MLIRContext *context,
                                           StringRef name) {
  if (name == "native")
    return describeHost();
  if (std::optional<Machine> known = Machine::find(name))
    return *known;
  auto option = mlir::FileLineColLoc::get(context, "machine", 1, 1);
  return mlir::emitError(option, "unknown processor '")
         << name << "'; the known ones are native, "
         << join(Machine::getNames(), ", ");
}

namespace {
/// Idle target machines.
struct SpareMachines {
  std::mutex lock;
  SmallVector<std::unique_ptr<TargetMachine>, 0> machines;
};
} // namespace

/// They are never destroyed: kernels may outlive every static object.
static SpareMachines &getSpareMachines() {
  static auto *spare = new SpareMachines;
  return *spare;
}

/// Null if there is none.
static std::unique_ptr<TargetMachine> takeSpareMachine(CodeGenOptLevel level) {
  SpareMachines &spare = getSpareMachines();
  std::lock_guard<std::mutex> guard(spare.lock);
  auto found = find_if(spare.machines, [&](const auto &machine) {
    return machine->getOptLevel() == level;
  });
  if (found == spare.machines.end())
    return nullptr;
  std::unique_ptr<TargetMachine> machine = std::move(*found);
  spare.machines.erase(found);
  return machine;
}

Expected<std::unique_ptr<TargetMachine>>
weft::takeHostMachine(CodeGenOptLevel level) {
  if (std::unique_ptr<TargetMachine> spare = takeSpareMachine(level))
    return spare;
  Expected<orc::JITTargetMachineBuilder> host = detectHost();
  if (!host)
    return host.takeError();
  host->setRelocationModel(Reloc::PIC_);
  host->setCodeModel(CodeModel::Small);
  // Where a loop of a few instructions begins in a line of the cache would
  // change what it takes by a tenth and more.
  host->getOptions().LoopAlignment = kLoopAlignment;
  host->setCodeGenOptLevel(level);
  return host->createTargetMachine();
}

void weft::giveBackHostMachine(std::unique_ptr<TargetMachine> machine) {
  SpareMachines &spare = getSpareMachines();
  std::lock_guard<std::mutex> guard(spare.lock);
  spare.machines.push_back(std::move(machine));
}
