//===- Device.cpp - Device code in CUDA C++ ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints what only device code has: numbers of threads, barriers, exchanges
// between threads of a warp, shared memory, and atomic updates. All else is
// printed as in C.
//
//===----------------------------------------------------------------------===//

#include "FunctionPrinter.h"

#include "weft/GPU/DeviceFunctions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace weft::csource;

bool FunctionPrinter::isDevice() const {
  return function->hasAttr(mlir::gpu::GPUDialect::getKernelFuncAttrName());
}

/// The bounds that device code is compiled for: the threads of a block, and how
/// many blocks a processor has at least.
static std::string getLaunchBounds(func::FuncOp function) {
  auto size =
      function->getAttrOfType<DenseI32ArrayAttr>("gpu.known_block_size");
  if (!size || size.size() != 3)
    return "";
  int64_t threads = int64_t(size[0]) * size[1] * size[2];
  return "__launch_bounds__(" + std::to_string(threads) + ", " +
         std::to_string(weft::gpu::getMinBlocks(threads)) + ")\n    ";
}

void FunctionPrinter::printDeviceSignature() {
  SmallVector<std::string> parameters;
  for (Value argument : function.getArguments()) {
    auto number = cast<BlockArgument>(argument).getArgNumber();
    if (number < weft::gpu::kLaunchArguments) {
      auto variable = std::make_unique<Variable>();
      storage.push_back(std::move(variable));
      bind(argument, storage.back().get());
      continue;
    }
    Variable *variable = makeVariable(argument, function, /*isMutable=*/false);
    if (!variable->isArray || facts.arrays.isWritten(argument))
      parameters.push_back(getDeclarator(*variable, false));
    else
      parameters.push_back(("const " + getSpelling(variable->type) +
                            " *__restrict__ " + variable->name)
                               .str());
    if (!variable->length.empty())
      parameters.push_back("int64_t " + variable->length);
  }
  giveUp = "return";
  *os << "static __global__ void " << getLaunchBounds(function)
      << function.getName() << "(" << llvm::join(parameters, ", ") << ") {\n";
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// The function that exchanges values of threads.
static StringRef getShuffleName(NVVM::ShflKind kind) {
  switch (kind) {
  case NVVM::ShflKind::bfly:
    return "__shfl_xor_sync";
  case NVVM::ShflKind::up:
    return "__shfl_up_sync";
  case NVVM::ShflKind::down:
    return "__shfl_down_sync";
  case NVVM::ShflKind::idx:
    return "__shfl_sync";
  }
  llvm_unreachable("unknown kind of a shuffle");
}

std::optional<Expr> FunctionPrinter::getDeviceOp(Operation *op) {
  auto getNumber = [&](StringRef vector, mlir::gpu::Dimension dimension) {
    Expr number{(vector + "." + stringifyDimension(dimension)).str(),
                CType::U32};
    return castTo(number, CType::I64);
  };
  if (auto id = dyn_cast<mlir::gpu::ThreadIdOp>(op))
    return getNumber("threadIdx", id.getDimension());
  if (auto id = dyn_cast<mlir::gpu::BlockIdOp>(op))
    return getNumber("blockIdx", id.getDimension());
  if (auto size = dyn_cast<mlir::gpu::BlockDimOp>(op))
    return getNumber("blockDim", size.getDimension());
  if (auto size = dyn_cast<mlir::gpu::GridDimOp>(op))
    return getNumber("gridDim", size.getDimension());
  if (isDevice() && isa<math::CountLeadingZerosOp, math::CtPopOp>(op)) {
    bool isCount = isa<math::CtPopOp>(op);
    CType type = typeOf(op->getResult(0), op);
    if (type == CType::I32)
      return makeCall(isCount ? "__popc" : "__clz",
                      {getExact(op->getOperand(0))}, CType::I32);
    if (type == CType::I64)
      return castTo(makeCall(isCount ? "__popcll" : "__clzll",
                             {getExact(op->getOperand(0))}, CType::I32),
                    CType::I64);
  }
  if (auto shuffle = dyn_cast<NVVM::ShflOp>(op)) {
    // Without a width, the functions exchange values in the whole warp.
    int64_t clamp = shuffle.getKind() == NVVM::ShflKind::up ? 0 : 31;
    if (shuffle.getReturnValueAndIsValid() ||
        getConstantIntValue(shuffle.getMaskAndClamp()) != clamp) {
      (void)refuse(op, "it exchanges values in a part of a warp");
      return Expr{"0"};
    }
    CType type = typeOf(shuffle.getVal(), op);
    return makeCall(getShuffleName(shuffle.getKind()),
                    {getThreads(shuffle.getThreadMask()),
                     castTo(get(shuffle.getVal()), type),
                     get(shuffle.getOffset())},
                    type);
  }
  auto vote = dyn_cast<NVVM::VoteSyncOp>(op);
  if (!vote)
    return std::nullopt;
  StringRef name = vote.getKind() == NVVM::VoteSyncKind::any ? "__any_sync"
                   : vote.getKind() == NVVM::VoteSyncKind::all
                       ? "__all_sync"
                       : "__ballot_sync";
  if (vote.getKind() == NVVM::VoteSyncKind::uni) {
    (void)refuse(op, "it votes whether a condition is uniform");
    return Expr{"0"};
  }
  bool isBallot = vote.getKind() == NVVM::VoteSyncKind::ballot;
  Expr call = makeCall(name, {getThreads(vote.getMask()), get(vote.getPred())},
                       isBallot ? CType::U32 : CType::I32);
  return isBallot ? castTo(call, CType::I32)
                  : Expr{call.text + " != 0", CType::Bool, Binding::Equality};
}

Expr FunctionPrinter::getThreads(Value mask) {
  Expr threads = get(mask);
  if (threads.literal && *threads.literal == -1)
    return {"0xffffffff", CType::U32};
  return castTo(threads, CType::U32);
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// The function that exchanges values of threads.
static StringRef getShuffleName(mlir::gpu::ShuffleMode mode) {
  switch (mode) {
  case mlir::gpu::ShuffleMode::XOR:
    return "__shfl_xor_sync";
  case mlir::gpu::ShuffleMode::UP:
    return "__shfl_up_sync";
  case mlir::gpu::ShuffleMode::DOWN:
    return "__shfl_down_sync";
  case mlir::gpu::ShuffleMode::IDX:
    return "__shfl_sync";
  }
  llvm_unreachable("unknown mode of a shuffle");
}

void FunctionPrinter::printShuffle(mlir::gpu::ShuffleOp op) {
  if (placement.isLive(op.getValid())) {
    (void)refuse(op, "it tests whether a thread to exchange values with is in "
                     "the warp");
    return;
  }
  SmallVector<Expr> arguments{
      {"0xffffffff", CType::U32},
      castTo(get(op.getValue()), typeOf(op.getValue(), op)),
      get(op.getOffset())};
  Expr width = get(op.getWidth());
  if (!width.literal || *width.literal != 32)
    arguments.push_back(width);
  Expr call = makeCall(getShuffleName(op.getMode()), arguments,
                       typeOf(op.getValue(), op));
  Variable *variable =
      makeVariable(op.getShuffleResult(), op, /*isMutable=*/false);
  line() << "const " << getDeclarator(*variable, false) << " = " << call.text
         << ";\n";
}

/// Whether an array is in memory that the threads of a block share.
static bool isShared(Value array) {
  auto space = dyn_cast_if_present<mlir::gpu::AddressSpaceAttr>(
      cast<MemRefType>(array.getType()).getMemorySpace());
  return space && space.getValue() == mlir::gpu::AddressSpace::Workgroup;
}

void FunctionPrinter::printSharedArray(memref::AllocaOp op) {
  MemRefType type = op.getType();
  if (!type.hasStaticShape() || type.getRank() > 1) {
    (void)refuse(op, "it has an array that is no list of known length");
    return;
  }
  Variable *variable = makeArray(op, op, "");
  raw_ostream &os = line();
  if (std::optional<uint64_t> alignment = op.getAlignment())
    os << "alignas(" << *alignment << ") ";
  os << (isShared(op) ? "__shared__ " : "") << getSpelling(variable->type)
     << " " << variable->name << "["
     << std::max<int64_t>(1, type.getNumElements()) << "];\n";
}

bool FunctionPrinter::printDeviceStatement(Operation *op) {
  if (isa<mlir::gpu::BarrierOp>(op)) {
    line() << "__syncthreads();\n";
  } else if (auto barrier = dyn_cast<NVVM::SyncWarpOp>(op)) {
    Expr threads = getThreads(barrier.getMask());
    line() << "__syncwarp("
           << (threads.text == "0xffffffff" ? "" : threads.text) << ");\n";
  } else if (auto array = dyn_cast<memref::AllocaOp>(op)) {
    printSharedArray(array);
  } else if (auto shuffle = dyn_cast<mlir::gpu::ShuffleOp>(op)) {
    if (placement.isLive(shuffle.getShuffleResult()))
      printShuffle(shuffle);
  } else if (auto update = dyn_cast<memref::GenericAtomicRMWOp>(op)) {
    printDeviceUpdate(update);
  } else if (isa<func::ReturnOp>(op)) {
    // The last statement.
  } else {
    return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Atomic updates
//===----------------------------------------------------------------------===//

namespace {
/// A function of CUDA that updates a number, and the type that it takes.
struct AtomicFunction {
  StringRef name;
  CType type = CType::I32;
};
} // namespace

/// The function that combines as an operation does; none if CUDA has none.
static std::optional<AtomicFunction> findAtomicFunction(Operation *op,
                                                        CType type) {
  bool isFloat = type == CType::F32 || type == CType::F64;
  if (!isFloat && type != CType::I32 && type != CType::I64)
    return std::nullopt;
  CType bits = toUnsigned(type);
  return llvm::TypeSwitch<Operation *, std::optional<AtomicFunction>>(op)
      .Case<arith::AddFOp>(
          [&](auto) { return AtomicFunction{"atomicAdd", type}; })
      .Case<arith::AddIOp>(
          [&](auto) { return AtomicFunction{"atomicAdd", bits}; })
      .Case<arith::AndIOp>(
          [&](auto) { return AtomicFunction{"atomicAnd", bits}; })
      .Case<arith::OrIOp>(
          [&](auto) { return AtomicFunction{"atomicOr", bits}; })
      .Case<arith::XOrIOp>(
          [&](auto) { return AtomicFunction{"atomicXor", bits}; })
      .Case<arith::MaxSIOp>(
          [&](auto) { return AtomicFunction{"atomicMax", type}; })
      .Case<arith::MinSIOp>(
          [&](auto) { return AtomicFunction{"atomicMin", type}; })
      .Case<arith::MaxUIOp>(
          [&](auto) { return AtomicFunction{"atomicMax", bits}; })
      .Case<arith::MinUIOp>(
          [&](auto) { return AtomicFunction{"atomicMin", bits}; })
      .Default([](Operation *) { return std::nullopt; });
}

/// The types that CUDA's functions are declared for.
static StringRef getAtomicSpelling(CType type) {
  switch (type) {
  case CType::I32:
    return "int";
  case CType::U32:
    return "unsigned";
  case CType::I64:
    return "long long";
  case CType::U64:
    return "unsigned long long";
  default:
    return getSpelling(type);
  }
}

void FunctionPrinter::printDeviceUpdate(memref::GenericAtomicRMWOp op) {
  Block &body = op.getRegion().front();
  if (!op.use_empty()) {
    (void)refuse(op, "it uses the old value of an atomic update");
    return;
  }
  Expr target = getElement(op.getMemref(), op.getIndices(), op);
  Value current = body.getArgument(0);
  Operation *combiner = body.getTerminator()->getOperand(0).getDefiningOp();
  bool isOne = combiner && combiner->getBlock() == &body &&
               combiner->getNumOperands() == 2 && current.hasOneUse() &&
               llvm::is_contained(combiner->getOperands(), current) &&
               llvm::hasSingleElement(body.without_terminator());
  std::optional<AtomicFunction> call;
  if (isOne && typeOf(current, op) == target.type)
    call = findAtomicFunction(combiner, target.type);
  // Other threads do not see what is a thread's own.
  bool isOwn = op.getMemref().getDefiningOp<memref::AllocaOp>() &&
               !isShared(op.getMemref());
  if (!call || isOwn)
    return printExchangeLoop(op, target);
  Expr value = get(combiner->getOperand(combiner->getOperand(0) == current));
  bool isCast = isInteger(call->type);
  std::string cast =
      isCast ? "(" + getAtomicSpelling(call->type).str() + " *)" : "";
  std::string argument = isCast ? "(" + getAtomicSpelling(call->type).str() +
                                      ")" + value.within(Binding::Unary)
                                : castTo(value, call->type).text;
  line() << call->name << "(" << cast << "&" << target.text << ", " << argument
         << ");\n";
}

void FunctionPrinter::printExchangeLoop(memref::GenericAtomicRMWOp op,
                                        const Expr &target) {
  Block &body = op.getRegion().front();
  facts.prelude.require("weft_replace");
  StringRef type = getSpelling(target.type);
  line() << "{\n";
  ++depth;
  scopes.push();
  std::string place = scopes.declare("place"), next = scopes.declare("next");
  line() << type << " *const " << place << " = &" << target.text << ";\n";
  auto old = std::make_unique<Variable>();
  old->name = scopes.declare("old");
  old->type = target.type;
  storage.push_back(std::move(old));
  Variable *variable = storage.back().get();
  bind(body.getArgument(0), variable);
  line() << type << " " << variable->name << " = *" << place << ", " << next
         << ";\n";
  line() << "do {\n";
  ++depth;
  scopes.push();
  printBlock(body);
  line() << next << " = "
         << get(body.getTerminator()->getOperand(0)).assignedTo(target.type)
         << ";\n";
  scopes.pop();
  --depth;
  line() << "} while (!weft_replace(" << place << ", &" << variable->name
         << ", " << next << "));\n";
  scopes.pop();
  --depth;
  line() << "}\n";
}
