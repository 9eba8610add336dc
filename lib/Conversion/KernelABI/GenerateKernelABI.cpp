//===- GenerateKernelABI.cpp - Entries of kernels ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives each kernel an entry of the type `weft_kernel_fn` of TensorABI.h. The
// entry unpacks the operands and calls the kernel, which becomes internal and
// hands its results over where it returns: a result is several words for each
// array, and code that returns all of them in one value is slow to generate.
//
// A result of one array, as dense results are, may be computed into memory of
// the caller: its allocation becomes one that the runtime knows.
//
//===----------------------------------------------------------------------===//

#include "ChooseVersion.h"
#include "KernelSignature.h"

#include "weft/Conversion/Passes.h"
#include "weft/Dialect/Weft/IR/KernelVersion.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Support/KernelFunctions.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace weft {
#define GEN_PASS_DEF_WEFTGENERATEKERNELABI
#include "weft/Conversion/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// The fields of `weft_tensor_data` and `weft_array`.
enum TensorField { kOrder, kNumArrays, kDims, kArrays };
enum ArrayField { kData, kLength };

/// What allocates memory for a `memref.alloc`; LLVMModule.cpp gives it the name
/// of the runtime.
static constexpr StringLiteral kAllocator = "_mlir_memref_to_llvm_alloc";

//===----------------------------------------------------------------------===//
// Entry
//===----------------------------------------------------------------------===//

namespace {
/// Builds the entry of one kernel.
class EntryBuilder {
public:
  EntryBuilder(LLVM::LLVMFuncOp kernel, KernelSignature signature)
      : kernel(kernel), signature(std::move(signature)),
        b(kernel.getLoc(), OpBuilder::atBlockBegin(kernel->getBlock())),
        ptr(LLVM::LLVMPointerType::get(kernel.getContext())),
        i64(b.getI64Type()), tensorType(LLVM::LLVMStructType::getLiteral(
                                 kernel.getContext(), {i64, i64, ptr, ptr})),
        arrayType(LLVM::LLVMStructType::getLiteral(kernel.getContext(),
                                                   {ptr, i64})) {}

  LogicalResult build();

private:
  /// The address of a field of an element of an array of structures.
  Value emitField(Type type, Value base, int64_t element, int64_t field) {
    return LLVM::GEPOp::create(
        b, ptr, type, base,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(element),
                               static_cast<int32_t>(field)});
  }
  Value emitElement(Type type, Value base, int64_t element) {
    return LLVM::GEPOp::create(
        b, ptr, type, base,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(element)});
  }
  Value emitLoad(Type type, Value address) {
    return LLVM::LoadOp::create(b, type, address);
  }
  void emitStore(Value value, Value address) {
    LLVM::StoreOp::create(b, value, address);
  }
  Value emitConstant(int64_t value) {
    return LLVM::ConstantOp::create(b, i64, b.getI64IntegerAttr(value));
  }
  /// The `weft_tensor_data *` with the number `index`.
  Value emitTensor(Value tensors, int64_t index) {
    return emitLoad(ptr, emitElement(ptr, tensors, index));
  }

  SmallVector<Value> emitArguments(Value tensors);
  void emitResults(Value tensors, Value returned);
  Value replaceAllocation(Value data, int64_t result);
  void replaceReturns();
  void markArguments();

  LLVM::LLVMFuncOp kernel;
  KernelSignature signature;
  ImplicitLocOpBuilder b;
  LLVM::LLVMPointerType ptr;
  Type i64;
  LLVM::LLVMStructType tensorType, arrayType;
  /// weft_rt_alloc_result.
  LLVM::LLVMFuncOp allocator;
  bool returnsOnce = false;
};

SmallVector<Value> EntryBuilder::emitArguments(Value tensors) {
  SmallVector<Value> values;
  int64_t next = signature.results.size();
  for (const ArgumentRecord &argument : signature.arguments) {
    if (!argument.tensor) {
      Value tensor = emitTensor(tensors, argument.result);
      Value dims = emitLoad(ptr, emitField(tensorType, tensor, 0, kDims));
      values.push_back(emitLoad(i64, emitElement(i64, dims, argument.mode)));
      continue;
    }
    Value tensor = emitTensor(tensors, next++);
    Value dims = emitLoad(ptr, emitField(tensorType, tensor, 0, kDims));
    for (int64_t mode = 0; mode != argument.tensor->rank; ++mode)
      values.push_back(emitLoad(i64, emitElement(i64, dims, mode)));
    Value arrays = emitLoad(ptr, emitField(tensorType, tensor, 0, kArrays));
    for (int64_t array = 0; array != argument.tensor->getNumArrays(); ++array) {
      Value data = emitLoad(ptr, emitField(arrayType, arrays, array, kData));
      Value length =
          emitLoad(i64, emitField(arrayType, arrays, array, kLength));
      if (argument.tensor->holdsRecords(array))
        length = LLVM::MulOp::create(
            b, length, emitConstant(argument.tensor->elementBytes[array]));
      values.append({data, data, emitConstant(0), length, emitConstant(1)});
    }
  }
  return values;
}

/// Lets the runtime choose the memory of a result, if the kernel allocates the
/// array that it hands over, and thus neither frees nor resizes it. Gives that
/// array.
Value EntryBuilder::replaceAllocation(Value data, int64_t result) {
  auto call = data.getDefiningOp<LLVM::CallOp>();
  if (!call || call.getCallee() != kAllocator)
    return data;
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(call);
  auto allocate = LLVM::CallOp::create(
      b, allocator,
      ValueRange{emitConstant(result), call.getArgOperands().front()});
  call.replaceAllUsesWith(allocate);
  call.erase();
  return allocate.getResult();
}

void EntryBuilder::emitResults(Value tensors, Value returned) {
  // A single value is returned as it is, several in a structure.
  int64_t numValues = 0;
  for (const TensorRecord &result : signature.results)
    numValues += result.rank + result.getNumArrays();
  int64_t next = 0;
  auto takeValue = [&]() -> Value {
    if (numValues == 1)
      return returned;
    return b.createOrFold<LLVM::ExtractValueOp>(returned, next++);
  };

  for (auto [index, result] : llvm::enumerate(signature.results)) {
    Value tensor = emitTensor(tensors, index);
    Value dims = emitLoad(ptr, emitField(tensorType, tensor, 0, kDims));
    for (int64_t mode = 0; mode != result.rank; ++mode)
      emitStore(takeValue(), emitElement(i64, dims, mode));
    Value arrays = emitLoad(ptr, emitField(tensorType, tensor, 0, kArrays));
    for (int64_t array = 0; array != result.getNumArrays(); ++array) {
      Value memRef = takeValue();
      Value data = b.createOrFold<LLVM::ExtractValueOp>(memRef, kAligned);
      if (returnsOnce && result.getNumArrays() == 1)
        data = replaceAllocation(data, index);
      Value length = b.createOrFold<LLVM::ExtractValueOp>(
          memRef, ArrayRef<int64_t>{kSize, 0});
      Value bytes = length;
      Value elementBytes = emitConstant(result.elementBytes[array]);
      if (result.holdsRecords(array))
        length = LLVM::UDivOp::create(b, length, elementBytes);
      else
        bytes = LLVM::MulOp::create(b, length, elementBytes);
      // Room that turned out not to be needed is given back.
      data =
          LLVM::CallOp::create(b, ptr, "weft_rt_trim", ValueRange{data, bytes})
              .getResult();
      emitStore(data, emitField(arrayType, arrays, array, kData));
      emitStore(length, emitField(arrayType, arrays, array, kLength));
      LLVM::CallOp::create(b, TypeRange(), "weft_rt_release", data);
    }
  }
}

/// Erases a value that was put together only to be returned.
static void eraseAggregate(Value value) {
  while (auto insert = value.getDefiningOp<LLVM::InsertValueOp>()) {
    if (!insert->use_empty())
      return;
    value = insert.getContainer();
    Value part = insert.getValue();
    insert.erase();
    eraseAggregate(part);
  }
}

/// Has the kernel take the tensors as its last argument and hand the results
/// over instead of returning them.
void EntryBuilder::replaceReturns() {
  Type none = LLVM::LLVMVoidType::get(b.getContext());
  SmallVector<Type> arguments(kernel.getArgumentTypes());
  arguments.push_back(ptr);
  kernel.setFunctionType(LLVM::LLVMFunctionType::get(none, arguments));
  if (ArrayAttr attrs = kernel.getArgAttrsAttr()) {
    SmallVector<Attribute> extended(attrs.getValue());
    extended.push_back(b.getDictionaryAttr({}));
    kernel.setArgAttrsAttr(b.getArrayAttr(extended));
  }
  kernel.removeResAttrsAttr();
  Value tensors = kernel.getBody().front().addArgument(ptr, b.getLoc());
  returnsOnce = llvm::count_if(kernel.getBody(), [](Block &block) {
                  return isa<LLVM::ReturnOp>(block.getTerminator());
                }) == 1;
  for (Block &block : kernel.getBody()) {
    auto returned = dyn_cast<LLVM::ReturnOp>(block.getTerminator());
    if (!returned)
      continue;
    b.setInsertionPoint(returned);
    Value whole = returned.getArg();
    emitResults(tensors, whole);
    LLVM::ReturnOp::create(b, ValueRange());
    returned.erase();
    eraseAggregate(whole);
  }
}

/// Operands are only read, and nobody else writes to them while a kernel runs.
/// Their arrays begin where their memory does, and have no gaps.
void EntryBuilder::markArguments() {
  b.setInsertionPointToStart(&kernel.getBody().front());
  Value zero = emitConstant(0), one = emitConstant(1);
  unsigned index = 0;
  for (const ArgumentRecord &argument : signature.arguments) {
    if (!argument.tensor) {
      kernel.removeArgAttr(index++, kExtentAttr);
      continue;
    }
    index += argument.tensor->rank;
    for (int64_t array = 0; array != argument.tensor->getNumArrays(); ++array) {
      kernel.setArgAttr(index + kAligned,
                        LLVM::LLVMDialect::getNoAliasAttrName(),
                        b.getUnitAttr());
      auto replace = [&](int field, Value value) {
        kernel.getArgument(index + field).replaceAllUsesWith(value);
      };
      replace(kAllocated, kernel.getArgument(index + kAligned));
      replace(kOffset, zero);
      replace(kStride, one);
      index += kNumMemRefArguments;
    }
  }
}

/// Whether an operation calls or names a function. All that may tells so by an
/// interface; the attributes of everything else are many.
static bool isNamed(LLVM::LLVMFuncOp function, ModuleOp module) {
  StringAttr name = function.getSymNameAttr();
  return module
      .walk([&](SymbolUserOpInterface user) {
        return user->getAttrDictionary().walk([&](SymbolRefAttr symbol) {
          return symbol.getRootReference() == name ? WalkResult::interrupt()
                                                   : WalkResult::advance();
        });
      })
      .wasInterrupted();
}

/// The name of the entry of a kernel.
static std::string getEntryName(LLVM::LLVMFuncOp kernel) {
  auto given = kernel->getAttrOfType<StringAttr>(kKernelAttr);
  return ((given ? given.getValue() : kernel.getName()) + "_entry").str();
}

LogicalResult EntryBuilder::build() {
  auto module = kernel->getParentOfType<ModuleOp>();
  std::string name = getEntryName(kernel);
  if (module.lookupSymbol(name))
    return kernel.emitOpError("cannot get an entry: the name '")
           << name << "' is taken";
  if (isNamed(kernel, module))
    return kernel.emitOpError("cannot get an entry: it is called or named by "
                              "other operations");
  Type none = LLVM::LLVMVoidType::get(b.getContext());
  for (StringRef name : {"weft_rt_trim", "weft_rt_release"})
    if (!getRuntimeFunction<LLVM::LLVMFuncOp>(b, module, name))
      return failure();
  allocator =
      getRuntimeFunction<LLVM::LLVMFuncOp>(b, module, "weft_rt_alloc_result");
  if (!allocator)
    return failure();

  b.setInsertionPointAfter(kernel);
  auto entry = LLVM::LLVMFuncOp::create(
      b, name, LLVM::LLVMFunctionType::get(none, {ptr}));
  Block *body = entry.addEntryBlock(b);
  b.setInsertionPointToStart(body);
  Value tensors = body->getArgument(0);
  SmallVector<Value> arguments = emitArguments(tensors);
  markArguments();
  if (!signature.results.empty()) {
    arguments.push_back(tensors);
    replaceReturns();
  }
  b.setInsertionPointToEnd(body);
  LLVM::CallOp::create(b, kernel, arguments);
  LLVM::ReturnOp::create(b, ValueRange());

  kernel->removeAttr(kKernelAttr);
  kernel->removeAttr(kABIAttr);
  kernel->removeAttr(kVersionAttr);
  kernel.setLinkage(LLVM::Linkage::Internal);
  return success();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

/// The array that stores the positions that choose a version of a kernel.
static kernel_abi::PositionArray
getPositions(const KernelVersion &version, const KernelSignature &signature) {
  auto before = ArrayRef(signature.arguments).take_front(version.operand);
  int64_t tensor = signature.results.size() +
                   llvm::count_if(before, [](const ArgumentRecord &argument) {
                     return argument.tensor.has_value();
                   });
  return {tensor, version.array, version.bits};
}

/// A version of a kernel, by the names of the entries of both.
struct EntryVersion {
  std::string entry, version;
  kernel_abi::PositionArray positions;
};

/// Whether a version replaces another kernel, and names an array of an operand.
static bool isValid(const KernelVersion &version, LLVM::LLVMFuncOp of,
                    const KernelSignature &signature) {
  ArrayRef<ArgumentRecord> arguments = signature.arguments;
  if (!of || !of->hasAttr(kKernelAttr) || of->hasAttr(kVersionAttr) ||
      version.operand < 0 ||
      version.operand >= static_cast<int64_t>(arguments.size()))
    return false;
  const std::optional<TensorRecord> &tensor = arguments[version.operand].tensor;
  return tensor && version.array >= 0 &&
         version.array < tensor->getNumArrays() &&
         version.bits == 8 * tensor->elementBytes[version.array];
}

/// Adds a kernel to the versions if it is one. Fails if its attribute is
/// invalid.
static LogicalResult addVersion(LLVM::LLVMFuncOp kernel,
                                const KernelSignature &signature,
                                SmallVectorImpl<EntryVersion> &versions) {
  std::optional<KernelVersion> version =
      readVersion(kernel->getAttr(kVersionAttr));
  if (!version)
    return success();
  auto other =
      kernel->getParentOfType<ModuleOp>().lookupSymbol<LLVM::LLVMFuncOp>(
          version->of);
  if (!isValid(*version, other, signature))
    return kernel.emitOpError("expected '")
           << kVersionAttr
           << "' to name another kernel, and an array of positions of an "
              "operand";
  versions.push_back({getEntryName(other), getEntryName(kernel),
                      getPositions(*version, signature)});
  return success();
}

struct GenerateKernelABIPass
    : weft::impl::WeftGenerateKernelABIBase<GenerateKernelABIPass> {
  void runOnOperation() override {
    SmallVector<LLVM::LLVMFuncOp> kernels;
    for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>())
      if (function->hasAttr(kKernelAttr) && !function.isExternal())
        kernels.push_back(function);
    SmallVector<EntryVersion> versions;
    SmallVector<KernelSignature> signatures;
    for (LLVM::LLVMFuncOp kernel : kernels) {
      FailureOr<KernelSignature> signature = readSignature(kernel);
      if (failed(signature) || failed(addVersion(kernel, *signature, versions)))
        return signalPassFailure();
      signatures.push_back(std::move(*signature));
    }
    for (auto [kernel, signature] : llvm::zip_equal(kernels, signatures))
      if (failed(EntryBuilder(kernel, std::move(signature)).build()))
        return signalPassFailure();
    for (const EntryVersion &version : versions) {
      auto find = [&](StringRef name) {
        return getOperation().lookupSymbol<LLVM::LLVMFuncOp>(name);
      };
      if (failed(kernel_abi::chooseVersion(
              find(version.entry), find(version.version), version.positions)))
        return signalPassFailure();
    }
  }
};
} // namespace
