//===- Opcodes.cpp - The opcodes of the PTX machine -----------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which family decodes an opcode. `call` is that of Decoder.cpp.
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"

using namespace weft::ptx;

static constexpr Opcode opcodes[] = {
    {"abs", decodeIntegerArithmetic},
    {"activemask", decodeCollective},
    {"add", decodeIntegerArithmetic},
    {"addc", decodeCarry},
    {"and", decodeLogic},
    {"atom", decodeAtomic},
    {"bar", decodeBarrier},
    {"barrier", decodeBarrier},
    {"bfe", decodeBits},
    {"bfi", decodeBits},
    {"bfind", decodeBits},
    {"bra", decodeBranch},
    {"brev", decodeBits},
    {"brkpt", decodeTrap},
    {"brx", decodeBranch},
    {"clz", decodeBits},
    {"cnot", decodeLogic},
    {"copysign", decodeFunction},
    {"cos", decodeFunction},
    {"cvt", decodeConvert},
    {"cvta", decodeAddressConversion},
    {"div", decodeIntegerArithmetic},
    {"dp4a", decodeBits},
    {"elect", decodeCollective},
    {"ex2", decodeFunction},
    {"exit", decodeExit},
    {"fence", decodeFence},
    {"fma", decodeFloatArithmetic},
    {"isspacep", decodeAddressConversion},
    {"ld", decodeLoad},
    {"ldu", decodeLoad},
    {"lg2", decodeFunction},
    {"lop3", decodeLogic},
    {"mad", decodeIntegerArithmetic},
    {"mad24", decodeIntegerArithmetic},
    {"madc", decodeCarry},
    {"match", decodeCollective},
    {"max", decodeIntegerArithmetic},
    {"membar", decodeFence},
    {"min", decodeIntegerArithmetic},
    {"mov", decodeMove},
    {"mul", decodeIntegerArithmetic},
    {"mul24", decodeIntegerArithmetic},
    {"nanosleep", decodePrefetch},
    {"neg", decodeIntegerArithmetic},
    {"not", decodeLogic},
    {"or", decodeLogic},
    {"popc", decodeBits},
    {"prefetch", decodePrefetch},
    {"prefetchu", decodePrefetch},
    {"prmt", decodeBits},
    {"rcp", decodeFunction},
    {"red", decodeAtomic},
    {"redux", decodeCollective},
    {"rem", decodeIntegerArithmetic},
    {"ret", decodeExit},
    {"rsqrt", decodeFunction},
    {"sad", decodeIntegerArithmetic},
    {"selp", decodeSelect},
    {"set", decodeCompare},
    {"setp", decodeCompare},
    {"shf", decodeShift},
    {"shfl", decodeCollective},
    {"shl", decodeShift},
    {"shr", decodeShift},
    {"sin", decodeFunction},
    {"slct", decodeSelect},
    {"sqrt", decodeFunction},
    {"st", decodeStore},
    {"sub", decodeIntegerArithmetic},
    {"subc", decodeCarry},
    {"tanh", decodeFunction},
    {"testp", decodeFunction},
    {"trap", decodeTrap},
    {"vote", decodeCollective},
    {"xor", decodeLogic},
};

Family weft::ptx::findFamily(std::string_view opcode) {
  for (const Opcode &candidate : opcodes)
    if (candidate.name == opcode)
      return candidate.family;
  return nullptr;
}
